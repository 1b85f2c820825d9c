/// What a route asks, and where.
package struct Endpoint: Hashable, Sendable {
    package let method: String
    /// An absolute URL or a path, without its query.
    package let path: String
    /// What stands behind the question mark, as it was given.
    package let query: String?

    /// The words for what is wrong never repeat the URL, which may hold secrets.
    package init(method: String, url: String) throws(Misuse) {
        let standard = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
        self.method = standard.contains(method.uppercased()) ? method.uppercased() : method
        let isToken =
            !method.isEmpty
            && method.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                        || "!#$%&'*+-.^_`|~".unicodeScalars.contains($0))
            }
        guard isToken else { throw Misuse("--method wants a token such as GET") }
        guard !url.isEmpty, url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw Misuse("--url wants a URL without spaces and control characters")
        }
        guard !url.contains("#") else { throw Misuse("--url has a fragment, which is never sent") }
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        path = parts[0]
        query = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
        try Self.check(path)
    }

    private static func check(_ path: String) throws(Misuse) {
        guard let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") else { return }
        guard ["http", "https"].contains(path[..<colon].lowercased()), path[colon...].hasPrefix("://") else {
            throw Misuse("--url wants a URL of http or https, or a path")
        }
        let authority = path[colon...].dropFirst(3).prefix { $0 != "/" }
        guard !authority.contains("@") else {
            throw Misuse("--url has a user or a password, which would stand in the source")
        }
        guard !authority.isEmpty, !authority.hasPrefix(":") else { throw Misuse("--url has no host") }
    }
}

/// Wrong arguments: what is wrong with them.
package struct Misuse: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
