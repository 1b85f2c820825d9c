#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What of a URL decides which cookies it takes along.
struct CookieTarget {
    let host: String
    let path: String
    let isSecure: Bool

    init(_ url: URL) {
        host = url.host()?.lowercased() ?? ""
        let path = url.path(percentEncoded: true)
        self.path = path.hasPrefix("/") ? path : "/"
        isSecure = url.scheme?.lowercased() == "https"
    }

    /// Whether the host is a number: it has no domain above it.
    var isAddress: Bool {
        host.contains(":") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }

    /// The folder of the path; RFC 6265 §5.1.4.
    var defaultPath: String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Whether the host is the domain or below it; RFC 6265 §5.1.3.
    func isWithin(_ domain: String) -> Bool {
        host == domain || !isAddress && host.hasSuffix("." + domain)
    }

    /// Whether the path is a cookie's or below it; RFC 6265 §5.1.4.
    func isBelow(_ cookiePath: String) -> Bool {
        guard path.hasPrefix(cookiePath) else { return false }
        return path == cookiePath || cookiePath.hasSuffix("/") || path.dropFirst(cookiePath.count).hasPrefix("/")
    }
}
