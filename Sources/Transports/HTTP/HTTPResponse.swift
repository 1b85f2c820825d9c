#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// A whole answer of a server.
///
/// What a store keeps of it is the body: a restored one has that, status 200, no headers and no URL.
public struct HTTPResponse: Sendable, Hashable {
    /// The status; RFC 9110 §15.
    public let status: Int

    /// The header fields.
    ///
    /// Where the body was compressed, those that described the compressed form are left out.
    public let headers: HTTPHeaders

    /// The content, decompressed.
    public let body: Data

    /// Where it came from after redirects, query and all; empty in a restored one.
    public let url: String

    /// Whether it is from the network or from a store.
    public let origin: PayloadOrigin

    /// When the parts of the exchange were done; `nil` where it is not known.
    ///
    /// Of no account for equality.
    public let timings: HTTPTimings?

    /// An answer of these parts.
    public init(
        status: Int = 200,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        url: String = "",
        origin: PayloadOrigin = .fresh,
        timings: HTTPTimings? = nil
    ) {
        self.timings = timings
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.origin = origin
    }

    /// Reads the body as JSON, by a decoder of your own.
    ///
    /// - Throws: What the decoder throws; ``decoded(as:in:)`` throws an ``HTTPDecodingError`` that tells more.
    public func json<Value: Decodable>(
        _ type: Value.Type = Value.self,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }
}

extension HTTPResponse {
    /// Whether everything but the timings is equal.
    public static func == (one: HTTPResponse, other: HTTPResponse) -> Bool {
        one.status == other.status && one.headers == other.headers && one.body == other.body && one.url == other.url
            && one.origin == other.origin
    }

    /// Feeds the hasher with everything but the timings.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(headers)
        hasher.combine(body)
        hasher.combine(url)
        hasher.combine(origin)
    }
}

extension HTTPResponse: RawPayload {
    /// The body.
    public var rawBytes: Data { body }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, URL without query, and size; never header values or content.
    public var description: String { "HTTPResponse: \(status), \(body.count) bytes from \(url.withoutSecrets)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
