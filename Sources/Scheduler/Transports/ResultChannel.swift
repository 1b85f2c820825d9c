import Synchronization

/// The writer handed to a transport for one flight.
///
/// It can be answered from any thread. The first answer wins, later ones are ignored, and a channel that is dropped
/// unanswered answers ``RequestError/Reason/noResult``, so a flight always ends.
public final class ResultChannel: Sendable {
    private let sink: any ResultSink
    /// Spares a channel that was answered a second answer, an error made for nothing, when it goes.
    private let isAnswered = Atomic(false)

    init(into sink: any ResultSink) {
        self.sink = sink
    }

    deinit {
        if isAnswered.load(ordering: .relaxed) { return }
        sink.finish(.failure(RequestError(.noResult)))
    }

    /// Reports how far the transfer has come.
    ///
    /// Reports may be skipped; the newest is what callers see.
    public func progress(_ progress: TransferProgress) {
        sink.progress(progress)
    }

    /// Answers the flight.
    ///
    /// Only the first answer counts.
    public func finish(_ result: Result<any Sendable, any Error>) {
        isAnswered.store(true, ordering: .relaxed)
        sink.finish(result)
    }

    /// Registers what is to happen when the flight is cancelled, replacing what was registered before.
    ///
    /// The handler runs at most once, on any thread, at once if the flight has been cancelled already, and never after an
    /// answer. It must not block.
    public func onCancel(_ handler: @escaping @Sendable () -> Void) {
        sink.onCancel(handler)
    }

    /// Answers with what a stream of results yields, for a transport that has one.
    ///
    /// One task reads the stream until it finishes or the flight is cancelled, which ends the stream's consumption and with
    /// it runs its termination handler. A stream that ends without a result answers ``RequestError/Reason/noResult``.
    public func forward(_ results: AsyncStream<TransportResult>) {
        let task = Task.detached { [self] in
            for await result in results {
                switch result {
                case .progress(let progress): self.progress(progress)
                case .finished(let result): return finish(result)
                }
            }
        }
        onCancel { task.cancel() }
    }
}

/// The receiving end of a channel.
protocol ResultSink: Sendable {
    func progress(_ progress: TransferProgress)
    func finish(_ result: Result<any Sendable, any Error>)
    func onCancel(_ handler: @escaping @Sendable () -> Void)
}
