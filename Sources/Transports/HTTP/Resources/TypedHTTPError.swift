/// An answer whose status is not accepted and whose body is of the declared type.
///
/// Status, headers and raw body stay with it. A body that is not of the type leaves the ``HTTPError``.
public struct TypedHTTPError<Body: Decodable & Sendable>: HTTPStatusError {
    /// Status, headers and raw body.
    public let httpError: HTTPError

    /// What the server said of the problem.
    public let body: Body

    /// An error of these parts.
    public init(_ httpError: HTTPError, body: Body) {
        self.httpError = httpError
        self.body = body
    }
}

extension TypedHTTPError {
    /// The status; RFC 9110 §15.
    public var status: Int { httpError.status }

    /// The header fields.
    public var headers: HTTPHeaders { httpError.headers }

    /// The body.
    public var decodedBody: (any Sendable)? { body }
}

extension TypedHTTPError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, where it came from and the body's type; never what the body says.
    public var description: String { "\(httpError), \(Body.self)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
