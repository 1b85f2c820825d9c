#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Joins a base, a path and a query; RFC 3986 §3, §5.3.
///
/// Other than in resolving a reference (§5.2) the base's path is never cut: between it and the path is one slash, wherever
/// it was written. The base's query comes first, then the path's, then the items.
struct ResourceURL {
    /// A scheme and a host with what stands between them and the path.
    private var root: Substring
    private var path = ""
    private var queries: [Substring] = []

    /// The URL of these parts, or which of them it is that makes it none.
    static func join(_ base: URL?, _ path: ResourcePath, _ query: ResourceQuery) throws(URLFault) -> URL {
        if let fault = path.fault { throw fault }
        guard let root = path.isAbsolute ? path.text : base?.absoluteString else { throw URLFault(.base) }
        var joined = ResourceURL(root[...])
        if !path.isAbsolute { joined.append(path.text[...]) }
        if !query.isEmpty { joined.queries.append(query.text[...]) }
        if let url = joined.url { return url }
        // Looked for only now, as each look is as dear as the whole.
        if ResourceURL(root[...]).url == nil { throw URLFault(path.isAbsolute ? .path : .base) }
        joined.queries = []
        throw URLFault(joined.url == nil ? .path : .query)
    }

    /// The parts of a whole URL.
    private init(_ text: Substring) {
        let (whole, query) = Self.split(text)
        let characters = whole.unicodeScalars
        let host = characters.firstRange(of: "://".unicodeScalars)?.upperBound ?? whole.startIndex
        let end = characters[host...].firstIndex(of: "/") ?? whole.endIndex
        root = whole[..<end]
        path = String(whole[end...])
        if let query { queries.append(query) }
    }

    private mutating func append(_ text: Substring) {
        let (more, query) = Self.split(text)
        if !more.isEmpty {
            while path.hasSuffix("/") { path.removeLast() }
            path += "/" + more.drop { $0 == "/" }
        }
        if let query { queries.append(query) }
    }

    /// What stands before the question mark and what stands behind it, without a fragment.
    private static func split(_ text: Substring) -> (Substring, query: Substring?) {
        let text = text.unicodeScalars.prefix { $0 != "#" }
        guard let mark = text.firstIndex(of: "?") else { return (Substring(text), nil) }
        let query = Substring(text[mark...].dropFirst())
        return (Substring(text[..<mark]), query.isEmpty ? nil : query)
    }

    /// The whole, if it is a URL that can be sent to.
    private var url: URL? {
        let query = queries.isEmpty ? "" : "?" + queries.joined(separator: "&")
        guard let url = URL(string: root + path + query), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, (1...65535).contains(url.port ?? 80)
        else { return nil }
        return url
    }
}
