import RequestScheduler

/// Flights that tests have not asked for yet, and tests whose flights have not started yet.
final class ScriptedQueue: Sendable {
    private struct Waiter {
        let id: Int
        let accepts: @Sendable (any Sendable) -> Bool
        let continuation: CheckedContinuation<any Sendable, any Error>
    }

    private struct State {
        var started: [any Request] = []
        var flights: [any Sendable] = []
        var waiters: [Waiter] = []
        var nextID = 0
    }

    private let state = Lock(State())

    var started: [any Request] { state.withLock { $0.started } }

    func append(_ flight: any Sendable, for request: any Request) {
        let continuation = state.withLock { state -> CheckedContinuation<any Sendable, any Error>? in
            state.started.append(request)
            guard let index = state.waiters.firstIndex(where: { $0.accepts(flight) }) else {
                state.flights.append(flight)
                return nil
            }
            return state.waiters.remove(at: index).continuation
        }
        continuation?.resume(returning: flight)
    }

    func next(where accepts: @escaping @Sendable (any Sendable) -> Bool) async throws -> any Sendable {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<any Sendable, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let index = state.flights.firstIndex(where: accepts) {
                        return .success(state.flights.remove(at: index))
                    }
                    state.waiters.append(Waiter(id: id, accepts: accepts, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<any Sendable, any Error>? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index).continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}
