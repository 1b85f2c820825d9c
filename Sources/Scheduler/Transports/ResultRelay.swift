/// The receiving end of a ``ResultChannel`` of your own, for a transport that wraps another one.
///
/// ```swift
/// func start<R: Request>(_ request: R, answering channel: ResultChannel) {
///     let relay = ResultRelay { result in
///         switch result {
///         case .progress(let progress): channel.progress(progress)
///         case .finished(let answer): channel.finish(answer)  // or start another attempt
///         }
///     }
///     channel.onCancel { relay.cancel() }
///     base.start(request, answering: relay.makeChannel())
/// }
/// ```
public final class ResultRelay: Sendable {
    private enum State {
        case open(onCancel: (@Sendable () -> Void)?)
        case cancelled
        case finished
    }

    private let receive: @Sendable (TransportResult) -> Void
    private let state = Lock(State.open(onCancel: nil))

    /// A relay that gives what it hears to `receive`: progress, then exactly one end unless it is cancelled first.
    public init(receiving receive: @escaping @Sendable (TransportResult) -> Void) {
        self.receive = receive
    }

    /// The channel to hand to the wrapped transport.
    ///
    /// The channel keeps the relay, not the reverse.
    public func makeChannel() -> ResultChannel {
        ResultChannel(into: self)
    }

    /// Cancels the wrapped work; nothing is received afterwards.
    public func cancel() {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .open(let handler) = state else { return nil }
            state = .cancelled
            return handler
        }
        handler?()
    }
}

extension ResultRelay: ResultSink {
    func progress(_ progress: TransferProgress) {
        guard case .open = state.withLock({ $0 }) else { return }
        receive(.progress(progress))
    }

    func finish(_ result: Result<any Sendable, any Error>) {
        let isFirst = state.withLock { state in
            guard case .open = state else { return false }
            state = .finished
            return true
        }
        guard isFirst else { return }
        receive(.finished(result))
    }

    func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let runsNow = state.withLock { state in
            switch state {
            case .open:
                state = .open(onCancel: handler)
                return false
            case .cancelled: return true
            case .finished: return false
            }
        }
        if runsNow { handler() }
    }
}
