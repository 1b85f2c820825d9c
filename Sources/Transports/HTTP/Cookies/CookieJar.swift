#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The cookies that servers have set, and which of them a request takes along: a pure value; RFC 6265 §5.
///
/// There is no list of public suffixes, so that a domain of one label, such as `com`, is refused; one such as `co.uk` is
/// not. Cookies that are `Secure` are taken from secure connections only.
public struct CookieJar: Sendable, Hashable {
    /// How many cookies one domain has at most; the oldest go first; RFC 6265 §6.1.
    public static let maximumPerDomain = 50
    /// How many there are in all, at most.
    public static let maximumCount = 3000
    /// How many bytes a name and its value have at most, together.
    public static let maximumBytes = 4096

    /// All cookies, oldest first, those that have expired since included.
    public private(set) var cookies: [Cookie] = []

    /// An empty jar.
    public init() {}

    /// Takes in what an answer sets, given where it came from and what time it is.
    ///
    /// What is malformed, or for another host, is ignored.
    public mutating func store(_ headers: HTTPHeaders, from url: URL, at now: Date) {
        for text in headers.values(for: "Set-Cookie") {
            guard let cookie = Cookie(text, from: url, at: now) else { continue }
            let index = cookies.firstIndex { $0.isSame(as: cookie) }
            guard !cookie.isExpired(at: now) else {
                if let index { cookies.remove(at: index) }
                continue
            }
            // One that is set again keeps its age; RFC 6265 §5.3.
            if let index { cookies[index] = cookie } else { add(cookie, at: now) }
        }
    }

    /// The value of the `Cookie` field of a request, or `nil` if it takes none along; RFC 6265 §5.4.
    public func field(for url: URL, at now: Date) -> String? {
        let target = CookieTarget(url)
        let matching = cookies.filter { $0.matches(target) && !$0.isExpired(at: now) }
        guard !matching.isEmpty else { return nil }
        let sorted = matching.enumerated().sorted { one, other in
            let (length, otherLength) = (one.element.path.utf8.count, other.element.path.utf8.count)
            return length == otherLength ? one.offset < other.offset : length > otherLength
        }
        return sorted.map { $0.element.name + "=" + $0.element.value }.joined(separator: "; ")
    }

    /// Removes the cookies that have expired, and those without an expiry if the session has ended.
    public mutating func removeExpired(at now: Date, endingSession: Bool = false) {
        cookies.removeAll { $0.isExpired(at: now) || endingSession && $0.expires == nil }
    }

    private mutating func add(_ cookie: Cookie, at now: Date) {
        if count(in: cookie.domain) >= Self.maximumPerDomain || cookies.count >= Self.maximumCount {
            removeExpired(at: now)
        }
        if count(in: cookie.domain) >= Self.maximumPerDomain,
            let oldest = cookies.firstIndex(where: { $0.domain == cookie.domain })
        {
            cookies.remove(at: oldest)
        } else if cookies.count >= Self.maximumCount {
            cookies.removeFirst()
        }
        cookies.append(cookie)
    }

    private func count(in domain: String) -> Int {
        cookies.count { $0.domain == domain }
    }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many there are; never what they hold.
    public var description: String { "CookieJar: \(cookies.count) cookies" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
