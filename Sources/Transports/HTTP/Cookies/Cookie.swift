#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One cookie of a ``CookieJar``; RFC 6265 §5.3.
public struct Cookie: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value, which may be secret.
    public let value: String
    /// The host it belongs to, in lower case.
    public let domain: String
    /// Whether it goes to that host alone, not to those below it.
    public let isHostOnly: Bool
    /// The path it goes to, and those below it.
    public let path: String
    /// Whether it goes over secure connections only.
    public let isSecure: Bool
    /// When it ends; `nil` with the session.
    public let expires: Date?

    /// The cookie that a `Set-Cookie` field sets; `nil` if it sets none; RFC 6265 §5.2.
    init?(_ text: String, from url: URL, at now: Date) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        let parts = text.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
        name = String(Substring(pair[..<equals]).trimmingOptionalSpace)
        value = String(Substring(pair[equals...].dropFirst()).trimmingOptionalSpace)
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= CookieJar.maximumBytes else { return nil }

        let target = CookieTarget(url)
        var (domain, path, expires, age) = ("", "", nil as Date?, nil as Int?)
        var isSecure = false
        for part in parts.dropFirst() {
            let attribute = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = attribute.count > 1 ? String(Substring(attribute[1]).trimmingOptionalSpace) : ""
            switch Substring(attribute[0]).trimmingOptionalSpace.lowercased() {
            case "domain": domain = String(value.drop { $0 == "." }).lowercased()
            case "path": path = value
            case "expires": expires = Date(cookieDate: value) ?? expires
            case "max-age": age = Self.age(value) ?? age
            case "secure": isSecure = true
            default: break
            }
        }
        guard !isSecure || target.isSecure else { return nil }
        self.isSecure = isSecure
        self.path = path.hasPrefix("/") ? path : target.defaultPath
        self.expires = age.map { now.addingTimeInterval(Double($0)) } ?? expires

        isHostOnly = domain.isEmpty || domain == target.host && (!domain.contains(".") || target.isAddress)
        self.domain = isHostOnly ? target.host : domain
        guard !target.host.isEmpty, isHostOnly || domain.contains(".") && target.isWithin(domain) else { return nil }
    }

    /// Seconds, which may be negative; RFC 6265 §5.2.2.
    ///
    /// What is too long is for ever, or near enough.
    private static func age(_ text: String) -> Int? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        let age = Int(text) ?? (text.hasPrefix("-") ? 0 : .max)
        return min(max(age, 0), 10_000_000_000)
    }

    func isExpired(at now: Date) -> Bool {
        expires.map { $0 <= now } ?? false
    }

    /// Whether one takes the place of the other.
    func isSame(as other: Cookie) -> Bool {
        name == other.name && domain == other.domain && path == other.path && isHostOnly == other.isHostOnly
    }

    func matches(_ target: CookieTarget) -> Bool {
        (isHostOnly ? domain == target.host : target.isWithin(domain)) && (!isSecure || target.isSecure)
            && target.isBelow(path)
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Name, domain and path; never the value.
    public var description: String { "Cookie: \(name) of \(domain)\(path)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
