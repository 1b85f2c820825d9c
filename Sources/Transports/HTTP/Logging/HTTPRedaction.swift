#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What of requests and answers is never shown: the values of header fields, query items and members of JSON by name.
///
/// Names are compared without case. The names of fields that hold credentials are always among them, and what comes before
/// the host in a URL is never shown at all. A value that holds such a secret itself, be it encoded, is replaced as a whole: a
/// URL or JSON within a query, a field or a text of JSON. A log hides what an authorizer adds, too, and what a
/// ``RedirectPolicy`` keeps to one origin.
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
                let name = String(field.name.unicodeScalars.filter { $0 > " " }).lowercased()
                let value: String =
                    if headerNames.contains(name) { Self.placeholder } else if Self.references.contains(name) {
                        reference(field.value)
                    } else { search.finds(in: field.value) ? Self.placeholder : field.value }
                return HTTPHeaders.Field(name: field.name, value: value)
            }
        )
    }

    /// The URL without user and password, secret values of its query replaced.
    public func url(_ url: String) -> String {
        let bare = url.withoutUser.unicodeScalars.prefix { $0 != "#" }
        guard let mark = bare.firstIndex(of: "?") else { return String(bare) }
        return String(bare[...mark]) + items(bare[mark...].dropFirst())
    }

    /// The text of a body of this media type, secret values replaced; `nil` if it is no text.
    ///
    /// It is `nil`, too, for a form in parts, where there are names of items or members to look for.
    public func body(_ body: Data, contentType: String?) -> String? {
        guard let text = String(validating: body, as: UTF8.self), !text.utf8.contains(0) else { return nil }
        let type = contentType.map { Substring($0.unicodeScalars.prefix { $0 != ";" }) }?.trimmingOptionalSpace
            .lowercased()
        if type?.hasPrefix("application/x-www-form-urlencoded") == true { return items(text.unicodeScalars[...]) }
        if type?.hasPrefix("multipart/") == true, !queryNames.isEmpty || !memberNames.isEmpty { return nil }
        // What says that it is something else may be JSON all the same; other text has no members.
        return JSONRedaction(search).text(text)
    }

    /// The same with further names of fields.
    func hiding(headers names: [String]) -> HTTPRedaction {
        var redaction = self
        redaction.headerNames.formUnion(names.map { $0.lowercased() })
        return redaction
    }

    private var search: SecretSearch { SecretSearch(itemNames: queryNames, memberNames: memberNames) }

    /// Items of a query or of a form.
    private func items(_ text: Substring.UnicodeScalarView) -> String {
        let search = search
        return text.split(separator: "&", omittingEmptySubsequences: false).map { item($0, search) }.joined(
            separator: "&"
        )
    }

    /// What stands between two `&`; to some servers a `;` separates items, too, and to others it is part of a value.
    private func item(_ text: Substring.UnicodeScalarView, _ search: SecretSearch) -> String {
        for part in text.split(separator: ";") {
            guard let equals = part.firstIndex(of: "="), search.isSecret(part[..<equals]) else { continue }
            return String(text[...equals]) + Self.placeholder
        }
        guard search.finds(in: String(text)) else { return String(text) }
        return (text.firstIndex(of: "=").map { String(text[...$0]) } ?? "") + Self.placeholder
    }
}
