#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a request carries: bytes and their media type.
///
/// It is encoded when the request is sent, on the task that sends it. A value that cannot be encoded ends the flight with
/// ``HTTPTransportError/Code/unencodableBody``; no request is sent then.
public struct HTTPBody: Sendable {
    /// The media type; RFC 9110 §8.3.
    public let contentType: String

    let encode: @Sendable () throws -> Data

    /// A body that `encode` makes when the request is sent.
    public init(contentType: String, encoding encode: @escaping @Sendable () throws -> Data) {
        self.contentType = contentType
        self.encode = encode
    }

    /// These bytes.
    public static func bytes(_ bytes: Data, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType) { bytes }
    }

    /// This text in UTF-8.
    public static func text(_ text: String) -> HTTPBody {
        HTTPBody(contentType: "text/plain; charset=utf-8") { Data(text.utf8) }
    }

    /// This value as JSON, by an encoder that `encoder` makes.
    public static func json(
        _ value: some Encodable & Sendable,
        encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() }
    ) -> HTTPBody {
        HTTPBody(contentType: "application/json") { try encoder().encode(value) }
    }

    /// These items as a form.
    public static func form(_ items: [URLQueryItem]) -> HTTPBody {
        HTTPBody(contentType: "application/x-www-form-urlencoded") { Data(items.percentEncoded.utf8) }
    }
}

extension HTTPBody: CustomStringConvertible {
    /// The media type; never the content.
    public var description: String { "HTTPBody: \(contentType)" }
}
