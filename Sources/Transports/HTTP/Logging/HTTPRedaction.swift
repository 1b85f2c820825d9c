#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What of requests and answers is never shown: the values of header fields, query items and members of JSON by name.
///
/// Names are compared without case. The names of fields that hold credentials are always among them, and what comes before
/// the host in a URL is never shown at all.
public struct HTTPRedaction: Sendable, Hashable {
    /// What stands where a value was.
    public static let placeholder = "<redacted>"

    private var headerNames: Set<String>
    private var queryNames: Set<String>
    private var memberNames: Set<String>

    /// A redaction of these names on top of those of credentials.
    ///
    /// - Parameters:
    ///   - headers: Names of header fields.
    ///   - query: Names of items of a URL's query, or of a form.
    ///   - members: Names of members of JSON objects, at any depth.
    public init(headers: [String] = [], query: [String] = [], members: [String] = []) {
        headerNames = Set(Self.credentials + headers.map { $0.lowercased() })
        queryNames = Set(query.map { $0.lowercased() })
        memberNames = Set(members.map { $0.lowercased() })
    }

    private static let credentials = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "www-authenticate", "proxy-authenticate",
        "x-api-key", "x-auth-token",
    ]

    /// Fields whose values are URLs, or hold some.
    private static let references = ["location", "content-location", "referer", "origin", "link", "refresh"]

    /// A value that is one URL is told as URLs are; of any other that has a query, or a user, nothing is.
    private func reference(_ value: String) -> String {
        let characters = value.unicodeScalars
        guard characters.contains("?") || characters.contains("@") else { return value }
        return characters.contains { " <>,;".unicodeScalars.contains($0) } ? Self.placeholder : url(value)
    }

    /// The fields, secret values replaced, those in URLs of theirs, too.
    public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(
            headers.fields.map { field in
                let name = field.name.lowercased()
                if headerNames.contains(name) { return HTTPHeaders.Field(name: field.name, value: Self.placeholder) }
                guard Self.references.contains(name) else { return field }
                return HTTPHeaders.Field(name: field.name, value: reference(field.value))
            }
        )
    }

    /// The URL without user and password, secret values of its query replaced.
    public func url(_ url: String) -> String {
        let bare = url.withoutSecrets
        guard let mark = url.unicodeScalars.firstIndex(of: "?") else { return bare }
        return bare + "?" + items(url.unicodeScalars[mark...].dropFirst().prefix { $0 != "#" })
    }

    /// The text of a body of this media type, secret values replaced; `nil` if it is no text.
    public func body(_ body: Data, contentType: String?) -> String? {
        guard let text = String(validating: body, as: UTF8.self), !text.utf8.contains(0) else { return nil }
        let type = contentType?.prefix { $0 != ";" }.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") { return items(text.unicodeScalars[...]) }
        // What says that it is something else may be JSON all the same; other text has no members.
        return memberNames.isEmpty ? text : JSONRedaction(of: memberNames).text(text)
    }

    private func item(_ text: Substring.UnicodeScalarView) -> String {
        guard let equals = text.firstIndex(of: "=") else { return String(text) }
        let name = String(text[..<equals]).replacing("+", with: " ").percentDecoded
        guard queryNames.contains(name.lowercased()) else { return String(text) }
        return String(text[...equals]) + Self.placeholder
    }

    /// Items of a query or of a form, separated by `&`.
    private func items(_ text: Substring.UnicodeScalarView) -> String {
        guard !queryNames.isEmpty else { return String(text) }
        return text.split(separator: "&", omittingEmptySubsequences: false).map(item).joined(separator: "&")
    }
}
