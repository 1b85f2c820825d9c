#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a request carries: bytes and their media type.
///
/// It is encoded once, when its bytes are first needed: when the request is sent or compared, on the task that does so. A
/// value that cannot be encoded ends the flight with ``HTTPTransportError/Code/unencodableBody``; no request is sent then.
/// Large bodies need not be there as a whole: see ``file(_:contentType:)``, ``multipart(_:)`` and
/// ``stream(length:contentType:_:)``. `URLSession` needs them as a whole: there they are collected first, beyond a mebibyte
/// in a temporary file, which on Linux is read back when it is sent.
///
/// Two bodies are equal if their media types and their bytes are; of those that are made while they are sent, and of those
/// that cannot be encoded, each is equal to its copies only.
public struct HTTPBody: Sendable {
    /// The media type; RFC 9110 §8.3.
    public let contentType: String

    /// Whether it can be sent a second time with the same bytes: so it is unless it comes from a sequence that is there once
    /// only.
    ///
    /// Nothing is sent again that is not: a redirect that keeps the body ends with
    /// ``HTTPTransportError/Code/bodyNotReplayable``, as another request with the same body does, and a kept connection that
    /// dies after some of it was read ends with ``HTTPTransportError/Code/connectionLost``. Whoever retries asks
    /// ``HTTPTransportError/allowsRetry(of:replayingBody:)`` with it.
    public let isReplayable: Bool

    enum Content: Sendable {
        case encoded(EncodedBody)
        case streamed(StreamedBody)
    }

    let content: Content

    /// Whether the content cannot be read without its media type.
    let ownsContentType: Bool

    init(
        contentType: String,
        content: Content,
        isReplayable: Bool = true,
        ownsContentType: Bool = false
    ) {
        self.contentType = contentType
        self.content = content
        self.isReplayable = isReplayable
        self.ownsContentType = ownsContentType
    }

    /// A body that `encode` makes, once.
    public init(contentType: String, encoding encode: @escaping @Sendable () throws -> Data) {
        self.init(contentType: contentType, content: .encoded(EncodedBody(fixed: encode)))
    }

    /// These bytes.
    public static func bytes(_ bytes: Data, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType) { bytes }
    }

    /// This text in UTF-8.
    public static func text(_ text: String) -> HTTPBody {
        HTTPBody(contentType: "text/plain; charset=utf-8") { Data(text.utf8) }
    }

    /// This value as JSON, in the coding of the request's ``HTTPOptions`` and with its keys in order.
    public static func json(_ value: some Encodable & Sendable) -> HTTPBody {
        HTTPBody(
            contentType: "application/json",
            content: .encoded(EncodedBody { try $0.makeEncoder().encode(value) })
        )
    }

    /// This value as JSON, by an encoder that `encoder` makes.
    ///
    /// Unless it sorts keys, bodies of equal values may be unequal.
    public static func json(
        _ value: some Encodable & Sendable,
        encoder: @escaping @Sendable () -> JSONEncoder
    ) -> HTTPBody {
        HTTPBody(contentType: "application/json") { try encoder().encode(value) }
    }

    /// These items as a form: `application/x-www-form-urlencoded`.
    ///
    /// It is what [the URL Standard](https://url.spec.whatwg.org/#urlencoded-serializing) says, a plus sign for each space.
    public static func form(_ items: [URLQueryItem]) -> HTTPBody {
        HTTPBody(contentType: "application/x-www-form-urlencoded") { Data(items.formEncoded.utf8) }
    }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The media type; never the content.
    public var description: String { "HTTPBody: \(contentType)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
