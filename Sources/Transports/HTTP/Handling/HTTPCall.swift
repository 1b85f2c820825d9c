#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request as a server would get it: what a transport that answers by itself is asked.
public struct HTTPCall: Sendable, Hashable {
    /// What is asked.
    public let method: HTTPMethod

    /// Where to, query and all.
    public let url: URL

    /// The header fields that would be sent, without those of the connection, such as `Host`.
    public let headers: HTTPHeaders

    /// The content, whole; empty where there is none.
    public let body: Data

    /// A call of these parts.
    public init(method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The path, decoded; `/` where there is none.
    public var path: String {
        let path = url.path(percentEncoded: false)
        return path.isEmpty ? "/" : path
    }

    /// The first value of this name in the query, decoded; a name alone has an empty one.
    public func parameter(_ name: String) -> String? {
        URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == name }
            .map { $0.value ?? "" }
    }

    /// Reads the body as JSON.
    ///
    /// - Throws: ``HTTPDecodingError``.
    public func json<Value: Decodable>(_ type: Value.Type = Value.self, in coding: HTTPCoding = HTTPCoding()) throws
        -> Value
    {
        try HTTPResponse(headers: headers, body: body).decoded(as: type, in: coding)
    }
}

extension HTTPCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, URL without query, and size; never header values or content.
    public var description: String {
        "HTTPCall: \(method.rawValue) \(url.absoluteString.withoutSecrets), \(body.count) bytes"
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPResponse {
    /// An answer with this value as JSON, of the media type `application/json` unless `headers` has another.
    ///
    /// - Throws: What the encoder throws.
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        in coding: HTTPCoding = HTTPCoding()
    ) throws -> HTTPResponse {
        let type: HTTPHeaders = ["Content-Type": "application/json"]
        return HTTPResponse(
            status: status,
            headers: type.merging(headers),
            body: try coding.makeEncoder().encode(value)
        )
    }
}
