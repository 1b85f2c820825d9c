public import RequestScheduler

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An answer whose status the request does not accept; see ``HTTPRequest/accepts(status:)``.
///
/// Its description holds the status and where it came from. Headers and body are there to be read and are never printed.
public struct HTTPError: ContentError, Sendable, Hashable {
    /// The status; RFC 9110 §15.
    public let status: Int

    /// The header fields, such as `Retry-After`.
    public let headers: HTTPHeaders

    /// The content, often a description of the problem.
    public let body: Data

    /// Where it came from, without user, password, query and fragment.
    public let url: String

    /// The error that this answer is.
    public init(_ response: HTTPResponse) {
        status = response.status
        headers = response.headers
        body = response.body
        url = response.url.withoutSecrets
    }

    /// Reads the body as JSON, by a decoder of your own.
    ///
    /// - Throws: What the decoder throws.
    public func json<Value: Decodable>(
        _ type: Value.Type = Value.self,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }
}

extension HTTPError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and where it came from.
    public var description: String { "HTTPError: status \(status) from \(url)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
