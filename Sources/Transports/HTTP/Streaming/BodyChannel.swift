#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// Between a flight that brings a body and the one task that reads it.
final class BodyChannel: Sendable {
    private typealias Waiter = CheckedContinuation<Data?, any Error>

    private struct State {
        var queue = BodyQueue<Waiter>()
        var flight: HTTPFlight?
        var isClaimed = false
    }

    private let state: Lock<State>

    init(from flight: HTTPFlight) {
        state = Lock(State(flight: flight))
    }

    /// How many bytes are buffered.
    var count: Int { state.withLock { $0.queue.count } }

    /// Whether there is no room now; promises nothing.
    var isFull: Bool { state.withLock { $0.queue.isFull } }

    /// Whether there is room; if not, the flight is told when to go on.
    func hasRoom() -> Bool { state.withLock { $0.queue.hasRoom() } }

    func push(_ chunk: Data) {
        state.withLock { $0.queue.push(chunk) }?.resume(returning: chunk)
    }

    func finish(_ error: HTTPTransportError?) {
        let (waiter, flight) = state.withLock { state in
            defer { state.flight = nil }
            return (state.queue.finish(error.map { .failure($0) } ?? .success(())), state.flight)
        }
        if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
        withExtendedLifetime(flight) {}
    }

    /// Whether it is the first who asks to read.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Nobody reads any more: the transfer ends.
    func abandon() {
        state.withLock { $0.flight }?.cancel()
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = Task.isCancelled
                let (read, flight) = state.withLock { state in
                    // Asked for inside, so that the handler finds the waiter or comes first.
                    (isCancelled ? .failure(CancellationError()) : state.queue.read(continuation), state.flight)
                }
                switch read {
                case .chunk(let chunk, let resumes):
                    continuation.resume(returning: chunk)
                    if resumes { flight?.resumeBody() }
                case .end: continuation.resume(returning: nil)
                case .failure(let error): continuation.resume(throwing: error)
                case .nothing: if Task.isCancelled { leave() }
                }
            }
        } onCancel: {
            leave()
        }
    }

    private func leave() {
        state.withLock { $0.queue.leave() }?.resume(throwing: CancellationError())
    }
}
