#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The query of a ``Resource``, in the order in which it was put together; RFC 3986 §3.4.
///
/// ```swift
/// let query: ResourceQuery = ["page": 2, "q": "a+b & c", "owner": owner]  // nothing of owner where it is nil
/// ```
///
/// Names and values of items are data: all but unreserved characters are percent-encoded, also `+`, `;`, `&` and `=`. The
/// order stays, so that equal queries are one text and one stored entry.
public struct ResourceQuery: Hashable, Sendable {
    /// The query as it is sent, without a question mark; empty where there is nothing to send.
    public private(set) var text = ""

    /// No query.
    public init() {}

    /// These items; one whose value is `nil` is its name alone.
    public init(_ items: [URLQueryItem]) {
        for item in items { append(item) }
    }

    /// A query that is ready, with or without its question mark.
    ///
    /// What is encoded stays as it is, and so does `+`; characters that no query may hold are encoded.
    public static func text(_ text: String) -> ResourceQuery {
        var query = ResourceQuery()
        query.append(text)
        return query
    }

    /// Whether there is nothing to send.
    public var isEmpty: Bool { text.isEmpty }

    /// Adds an item; nothing where there is no value.
    public mutating func append(_ name: String, _ value: (any LosslessStringConvertible & Sendable)?) {
        guard let value else { return }
        append(URLQueryItem(name: name, value: value.description))
    }

    /// Adds an item; one whose value is `nil` is its name alone.
    public mutating func append(_ item: URLQueryItem) {
        add([item].percentEncoded)
    }

    /// Adds a query that is ready, with or without its question mark.
    public mutating func append(_ text: String) {
        add(
            PercentEncoding.query.encode(
                text.utf8.first == UInt8(ascii: "?") ? Substring(text.utf8.dropFirst()) : text[...]
            )
        )
    }

    /// Adds another query.
    public mutating func append(_ other: ResourceQuery) {
        add(other.text)
    }

    /// One query and then another one.
    public static func + (one: ResourceQuery, other: ResourceQuery) -> ResourceQuery {
        var sum = one
        sum.append(other)
        return sum
    }

    private mutating func add(_ encoded: String) {
        guard !encoded.isEmpty else { return }
        text += text.isEmpty || text.hasSuffix("&") || encoded.hasPrefix("&") ? encoded : "&" + encoded
    }
}

extension ResourceQuery: ExpressibleByDictionaryLiteral {
    /// These items in the order of the literal; one whose value is `nil` is left out.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible & Sendable)?)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension ResourceQuery: ExpressibleByArrayLiteral {
    /// These items; one whose value is `nil` is its name alone.
    public init(arrayLiteral items: URLQueryItem...) {
        self.init(items)
    }
}

extension ResourceQuery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How long it is; never what it holds.
    public var description: String { "ResourceQuery: \(text.utf8.count) bytes" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
