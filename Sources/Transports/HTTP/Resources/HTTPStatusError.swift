public import RequestScheduler

/// An answer whose status is not accepted, with or without its body decoded: an ``HTTPError`` or a ``TypedHTTPError``.
///
/// ```swift
/// do {
///     show(try await client.response(for: routes.pet))
/// } catch let error as any HTTPStatusError where error.httpError.status == 404 {
///     showNothing()
/// }
/// ```
public protocol HTTPStatusError: ContentError, Sendable {
    /// Status, headers and raw body.
    var httpError: HTTPError { get }

    /// The body, if it was decoded; `nil` by default.
    var decodedBody: (any Sendable)? { get }
}

extension HTTPStatusError {
    /// Not decoded.
    public var decodedBody: (any Sendable)? { nil }
}

extension HTTPError: HTTPStatusError {
    /// Itself.
    public var httpError: HTTPError { self }
}
