public import RequestScheduler

/// Passes everything on to another transport and records what was sent and what became of it.
///
/// ```swift
/// let transport = RecordingTransport(wrapping: users)
/// let coordinator = RequestCoordinator(transports: [transport])
/// for id in [7, 8] { coordinator.response(for: GetUser(id: id)) { outcome in show(outcome) } }
/// try await transport.waitForEnds(2, of: GetUser.self)
/// #expect(Set(transport.requests(of: GetUser.self).map(\.id)) == [7, 8])
/// ```
///
/// A request is recorded before the wrapped transport starts it, and its end before the flight hears of it: whoever has
/// the response finds the end recorded. The record grows as long as the transport lives. It can be read from any thread.
public actor RecordingTransport: TransportDecorator {
    /// The transport that does the work.
    public nonisolated let base: any Transport
    private nonisolated let record = RequestRecord()

    /// A transport that does what `base` does.
    public init(wrapping base: any Transport) {
        self.base = base
    }

    /// Everything that was started, in order.
    public nonisolated var records: [RecordedRequest] { record.requests }

    /// The requests of one type that were started, in order.
    public nonisolated func requests<R: Request>(of type: R.Type) -> [R] {
        records.compactMap { $0.request as? R }
    }

    /// What was started of one type, in order.
    public nonisolated func records<R: Request>(of type: R.Type) -> [RecordedRequest] {
        records.filter { $0.request is R }
    }

    /// Waits until at least so many requests of one type have started since the beginning.
    ///
    /// Throws `CancellationError` when the waiting task is cancelled.
    ///
    /// - Returns: The requests of this type that have started.
    @discardableResult
    public nonisolated func waitForStarts<R: Request>(_ count: Int = 1, of type: R.Type) async throws -> [R] {
        try await record.wait { records in records.count { $0.request is R } >= count }
            .compactMap { $0.request as? R }
    }

    /// Waits until at least so many requests of one type have been answered or cancelled since the beginning.
    ///
    /// Throws `CancellationError` when the waiting task is cancelled.
    ///
    /// - Returns: What has ended of this type, in the order of starting.
    @discardableResult
    public nonisolated func waitForEnds<R: Request>(
        _ count: Int = 1,
        of type: R.Type
    ) async throws -> [RecordedRequest] {
        try await record.wait { records in records.count { $0.isEnded && $0.request is R } >= count }
            .filter { $0.isEnded && $0.request is R }
    }

    /// Records the request and starts it at the wrapped transport.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let index = record.begin(request)
        let relay = ResultRelay { [record] result in
            switch result {
            case .progress(let progress): channel.progress(progress)
            case .finished(let answer):
                switch answer {
                case .success: record.end(index, .succeeded)
                case .failure(let error): record.end(index, .failed(error))
                }
                channel.finish(answer)
            }
        }
        channel.onCancel { [record] in
            record.end(index, .cancelled)
            relay.cancel()
        }
        base.start(request, answering: relay.makeChannel())
    }
}
