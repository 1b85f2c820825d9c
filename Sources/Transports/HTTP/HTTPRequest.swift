#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// A request that an ``HTTPTransport`` sends.
///
/// ```swift
/// struct GetUser: HTTPRequest, Hashable {
///     typealias Response = User                   // Decodable: read as JSON
///     let id: Int
///     var url: String { "https://api.example.com/user/\(id)" }
/// }
/// ```
///
/// Only ``url`` is required where the response is `Decodable`, `Data`, ``HTTPResponse``, ``HTTPStreamedResponse`` or `Void`.
/// What is sent is read on the task that sends it; ``accepts(status:)`` is asked on a thread of the transport's, which it
/// must not block.
public protocol HTTPRequest<Response>: Request {
    /// What is asked of the server; ``HTTPMethod/get`` by default.
    var method: HTTPMethod { get }

    /// Where to: a URL, or a reference that is resolved against the transport's base as RFC 3986 §5.2 has it.
    ///
    /// Characters that no URL may hold, such as spaces, are percent-encoded; control characters are refused. What is no URL
    /// of `http` or `https` ends the flight with ``HTTPTransportError/Code/invalidURL``.
    var url: String { get }

    /// What is appended to the URL's query, encoded; nothing by default.
    var query: [URLQueryItem] { get }

    /// Header fields, which override those of the transport; none by default.
    ///
    /// `Connection`, `Content-Length`, `Host` and `Transfer-Encoding` belong to the transport and are refused, as are
    /// values with line breaks: ``HTTPTransportError/Code/invalidHeader``.
    var headers: HTTPHeaders { get }

    /// The content; none by default. With `GET`, `HEAD` and `TRACE` it is refused.
    var body: HTTPBody? { get }

    /// Whether an answer of this status holds a response; 200 to 299 by default. Any other is an ``HTTPError``.
    func accepts(status: Int) -> Bool

    /// Whether the answer is given when its head has come, with a body that is read as it comes; `false` by default.
    ///
    /// The response then has to be ``HTTPStreamedResponse``.
    var streamsBody: Bool { get }

    /// How it is sent and read besides; as the transport is configured, by default.
    ///
    /// Its ``HTTPOptions/storing`` is for a ``Resource`` alone; any other request has a `storage` of its own.
    var options: HTTPOptions { get }

    /// The whole URL it is sent to, with the base of the transport it is sent by, where the request joins the two itself.
    ///
    /// With `nil`, the default, ``url`` is resolved against the base and ``query`` appended. What is thrown ends the flight with
    /// ``HTTPTransportError/Code/invalidURL``, whose underlying error it is unless it is an ``HTTPTransportError`` itself.
    func resolvedURL(against base: URL?) throws -> URL?

    /// The error that an answer is whose status is not accepted; the ``HTTPError`` by default.
    ///
    /// Asked on a thread of the transport's, which it must not block.
    func error(for response: HTTPResponse) -> any Error

    /// Turns an accepted answer, or one restored from a store, into the response.
    func decode(_ response: HTTPResponse) throws -> Response
}

extension HTTPRequest {
    /// `GET`.
    public var method: HTTPMethod { .get }

    /// Nothing.
    public var query: [URLQueryItem] { [] }

    /// None.
    public var headers: HTTPHeaders { [:] }

    /// None.
    public var body: HTTPBody? { nil }

    /// As the transport is configured.
    public var options: HTTPOptions { HTTPOptions() }

    /// As its options have it.
    public var showsActivity: Bool? { options.showsActivity }

    /// Left to the transport.
    public func resolvedURL(against base: URL?) throws -> URL? { nil }

    /// The error with status, headers and body.
    public func error(for response: HTTPResponse) -> any Error { HTTPError(response) }

    /// Whether the method is safe; RFC 9110 §9.2.1.
    public var isSafe: Bool { method.isSafe }

    /// Whether it is successful; RFC 9110 §15.3.
    public func accepts(status: Int) -> Bool { (200..<300).contains(status) }
}

extension HTTPRequest {
    /// The answer is whole when it is given.
    public var streamsBody: Bool { false }
}

extension HTTPRequest where Response == HTTPStreamedResponse {
    /// The body is read as it comes.
    public var streamsBody: Bool { true }

    /// Nothing can be made of a whole answer, such as one from a store.
    public func decode(_ response: HTTPResponse) throws -> Response {
        throw HTTPTransportError(.unexpectedPayload)
    }
}

extension HTTPRequest where Response: Decodable {
    /// Reads the body as JSON in the coding of ``options``; an ``HTTPDecodingError`` says why it cannot be.
    ///
    /// An empty body is `nil` where the response is optional, and an ``EmptyBody``.
    public func decode(_ response: HTTPResponse) throws -> Response {
        try response.decoded(as: Response.self, in: options.coding ?? HTTPCoding())
    }
}

extension HTTPRequest where Response == Data {
    /// The body as it came.
    public func decode(_ response: HTTPResponse) throws -> Response { response.body }
}

extension HTTPRequest where Response == HTTPResponse {
    /// The answer itself.
    public func decode(_ response: HTTPResponse) throws -> Response { response }
}

extension HTTPRequest where Response == Void {
    /// Nothing: that it was accepted is all there is to know.
    public func decode(_ response: HTTPResponse) throws -> Response { () }
}
