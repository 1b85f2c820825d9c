/// Moves a request to whatever answers it and turns the answer into a response.
///
/// The coordinator asks its transports in order; the first that supports a request serves it. Those that ship are actors,
/// whose requirements are `nonisolated` and hand the work on; yours may be any `Sendable` type. Middleware is a transport
/// that wraps another: see ``TransportDecorator``.
///
/// ```swift
/// struct Echo: Transport {
///     struct NotAnEcho: Error {}
///
///     func supports<R: Request>(_ request: R) -> Bool { request is Say }
///
///     func start<R: Request>(_ request: R, answering channel: ResultChannel) {
///         channel.finish(.success((request as? Say)?.text))
///     }
///
///     func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
///         guard let response = payload as? R.Response else { throw NotAnEcho() }
///         return response
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Whether it serves this request. Called on the caller's task for every call; keep it cheap.
    nonisolated func supports<R: Request>(_ request: R) -> Bool

    /// Whether it decodes stored bytes for this request. What it supports, by default.
    nonisolated func restores<R: Request>(_ request: R) -> Bool

    /// Begins the work and returns without waiting for it.
    ///
    /// It never throws and never blocks: a request that cannot be encoded is an answer like any other. The channel may be
    /// kept, handed on, answered from any thread, also before this returns. One that is dropped unanswered answers
    /// ``RequestError/Reason/noResult``.
    nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel)

    /// Turns a payload into the response: one this transport finished with, or bytes from a store.
    ///
    /// Runs once per flight, on one caller's task or on a task of the coordinator's own, never on the caller's actor.
    nonisolated func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response

    /// Whether its flights are shown as activity where their requests do not say; `false` by default.
    nonisolated var showsActivity: Bool { get }

    /// Where ``start(_:answering:)`` runs; `nil`, the default, is the caller's task.
    nonisolated var sendExecutor: (any TaskExecutor)? { get }

    /// Where ``decode(_:for:from:)`` runs; `nil`, the default, is the global executor.
    nonisolated var decodingExecutor: (any TaskExecutor)? { get }
}

extension Transport {
    /// What it supports.
    public nonisolated func restores<R: Request>(_ request: R) -> Bool { supports(request) }

    /// Not shown.
    public nonisolated var showsActivity: Bool { false }

    /// The caller's task.
    public nonisolated var sendExecutor: (any TaskExecutor)? { nil }

    /// The global executor.
    public nonisolated var decodingExecutor: (any TaskExecutor)? { nil }
}
