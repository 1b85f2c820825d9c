#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// A flight that a ``ScriptedTransport`` holds for a test.
///
/// The first of ``answer(_:)``, ``answer(bytes:)``, ``fail(_:)`` and ``drop()`` ends it; the others do nothing then. It can
/// be told from any thread. A flight that nobody ends and nobody holds any more is dropped.
public final class ScriptedFlight<R: Request>: Sendable {
    private struct State {
        var channel: ResultChannel?
        var isCancelled = false
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextID = 0
    }

    /// What was started.
    public let request: R

    private let state: Lock<State>

    init(_ request: R, answering channel: ResultChannel) {
        self.request = request
        state = Lock(State(channel: channel))
        channel.onCancel { [weak self] in self?.cancel() }
    }

    /// Ends it with this response.
    public func answer(_ response: R.Response) {
        finish(Result { try ScriptedPayload(encoding: response) })
    }

    /// Ends it with bytes that are yet to be decoded: JSON, or the response if that is `Data`.
    public func answer(bytes: Data) {
        finish(.success(ScriptedPayload(rawBytes: bytes)))
    }

    /// Ends it with this error.
    public func fail(_ error: any Error) {
        finish(.failure(error))
    }

    /// Gives it up without an answer; its callers get `RequestError.Reason.noResult`.
    public func drop() {
        _ = takeChannel()
    }

    /// Reports how far it has come.
    public func progress(_ progress: TransferProgress) {
        state.withLock { $0.channel }?.progress(progress)
    }

    /// Whether the coordinator has cancelled it.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Waits until the coordinator has cancelled it.
    ///
    /// Throws `CancellationError` when the waiting task is cancelled.
    public func cancelled() async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isCancelled { return .success(()) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    private func finish(_ result: Result<ScriptedPayload, any Error>) {
        takeChannel()?.finish(result.map { $0 })
    }

    private func takeChannel() -> ResultChannel? {
        state.withLock { state in
            defer { state.channel = nil }
            return state.channel
        }
    }

    private func cancel() {
        // The channel is let go outside the lock, for its end is heard at once.
        let (waiting, channel) = state.withLock { state in
            state.isCancelled = true
            defer {
                state.channel = nil
                state.waiting = [:]
            }
            return (Array(state.waiting.values), state.channel)
        }
        withExtendedLifetime(channel) {}
        for continuation in waiting { continuation.resume() }
    }
}
