/// A transport that wraps another one: whatever it does not do itself, that one does.
///
/// ```swift
/// struct LoggingTransport: TransportDecorator {
///     let base: any Transport
///     let log: @Sendable (String) -> Void
///
///     func start<R: Request>(_ request: R, answering channel: ResultChannel) {
///         log("\(R.self)")
///         base.start(request, answering: channel)
///     }
/// }
/// ```
///
/// Every requirement of ``Transport`` is forwarded, the executors and ``Transport/showsActivity`` too; each can be written out
/// instead. One that serves fewer requests than its base writes ``Transport/restores(_:)`` out beside
/// ``Transport/supports(_:)``. To see or change the answers, hand the base a channel of your own: see ``ResultRelay``.
public protocol TransportDecorator: Transport {
    /// The transport that is wrapped; the same one always.
    nonisolated var base: any Transport { get }
}

extension TransportDecorator {
    /// What the base supports.
    public nonisolated func supports<R: Request>(_ request: R) -> Bool { base.supports(request) }

    /// What the base restores.
    public nonisolated func restores<R: Request>(_ request: R) -> Bool { base.restores(request) }

    /// Starts the request at the base, which answers.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        base.start(request, answering: channel)
    }

    /// What the base decodes.
    public nonisolated func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        try base.decode(payload, for: request, from: origin)
    }

    /// What the base says.
    public nonisolated var showsActivity: Bool { base.showsActivity }

    /// That of the base.
    public nonisolated var sendExecutor: (any TaskExecutor)? { base.sendExecutor }

    /// That of the base.
    public nonisolated var decodingExecutor: (any TaskExecutor)? { base.decodingExecutor }
}
