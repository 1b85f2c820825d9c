#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Where an exchange goes: a whole, checked URL of `http` or `https` as it is sent.
///
/// It is kept as text, for that is what is sent. Most references are plain enough to be read here; whatever is not goes
/// through `URL`, and with it the text is the same.
package struct HTTPTarget: Sendable, Hashable {
    /// The URL, without a fragment.
    package let text: String

    /// Whether the connection is secure.
    package let isSecure: Bool

    /// That of a URL that is known to be one of `http` or `https`.
    ///
    /// Dot segments, which an engine would leave out by itself, are left out: the answer's URL is to be the one that was sent.
    package init(_ url: URL) {
        let url = url.absoluteString.contains("/.") ? url.standardized : url
        text = url.absoluteString
        isSecure = url.scheme?.count == 5
    }

    private init(text: String, isSecure: Bool) {
        self.text = text
        self.isSecure = isSecure
    }

    /// The URL as a value of the system's.
    package var url: URL {
        // Either it was one, or it is of characters that make one.
        guard let url = URL(string: text) else { preconditionFailure("A checked target is no URL") }
        return url
    }

    /// A reference resolved against a base, with more query; RFC 3986 §5.2.
    package init(_ reference: String, query: [URLQueryItem] = [], base: Base? = nil) throws(HTTPTransportError) {
        guard query.isEmpty, let plain = HTTPTarget(plain: reference, base: base) else {
            self.init(try Self.resolve(reference, query: query, against: base?.url))
            return
        }
        self = plain
    }

    /// What references are resolved against.
    package struct Base: Sendable {
        let url: URL
        /// What comes before a reference that is a relative path; `nil` where that is not plain.
        fileprivate let folder: HTTPTarget?

        package init(_ url: URL) {
            self.url = url
            let text = url.absoluteString
            folder = text.hasSuffix("/") ? HTTPTarget(plain: text, base: nil) : nil
        }
    }
}

// MARK: - Plain references

extension HTTPTarget {
    /// A reference of nothing but characters that stand for themselves, in which nothing has to be resolved.
    private init?(plain reference: String, base: Base?) {
        for (scheme, isSecure) in [("http://", false), ("https://", true)]
        where reference.utf8.starts(with: scheme.utf8) {
            let rest = reference.utf8.dropFirst(scheme.utf8.count)
            guard Self.isPlainAuthority(rest.prefix { $0 != UInt8(ascii: "/") }),
                Self.isPlainPath(rest.drop { $0 != UInt8(ascii: "/") })
            else { return nil }
            self.init(text: reference, isSecure: isSecure)
            return
        }
        guard let folder = base?.folder, let first = reference.utf8.first, first.isLetterOrDigit,
            Self.isPlainPath(reference.utf8[...]),
            // Otherwise it may be a scheme.
            !reference.utf8.prefix(while: { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }).contains(
                UInt8(ascii: ":")
            )
        else { return nil }
        self.init(text: folder.text + reference, isSecure: folder.isSecure)
    }

    /// A name or an address of IPv4, and a port.
    private static func isPlainAuthority(_ bytes: Substring.UTF8View) -> Bool {
        let host = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard let first = host.first, first.isLetterOrDigit,
            host.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
        else { return false }
        guard host.endIndex != bytes.endIndex else { return true }
        var port = 0
        for byte in bytes[host.endIndex...].dropFirst() {
            guard byte.isDigit, port < 65536 else { return false }
            port = port * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return (1...65535).contains(port)
    }

    /// A path and a query without dot segments, fragment, or anything that is encoded or would have to be.
    private static func isPlainPath(_ bytes: Substring.UTF8View) -> Bool {
        var isSegmentStart = false
        var isQuery = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "/"):
                isSegmentStart = true
                continue
            case UInt8(ascii: "?"): isQuery = true
            case UInt8(ascii: "."): if isSegmentStart, !isQuery { return false }
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "&"),
                UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: ","):
                break
            default: guard byte.isLetterOrDigit else { return false }
            }
            isSegmentStart = false
        }
        return true
    }
}

// MARK: - All others

extension HTTPTarget {
    /// A reference resolved against a base, with more query: a URL of `http` or `https` that has a host.
    private static func resolve(
        _ reference: String,
        query: [URLQueryItem],
        against base: URL?
    ) throws(HTTPTransportError) -> URL {
        guard reference.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let resolved = URL(string: reference, relativeTo: base)?.absoluteURL
        else { throw HTTPTransportError(.invalidURL) }
        var url: URL? = resolved
        if !query.isEmpty || resolved.fragment() != nil {
            var text = String(resolved.absoluteString.prefix { $0 != "#" })
            if !query.isEmpty { text += (resolved.query() == nil ? "?" : "&") + query.percentEncoded }
            url = URL(string: text)
        }
        guard let url, ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, (1...65535).contains(url.port ?? 80)
        else { throw HTTPTransportError(.invalidURL) }
        return url
    }
}
