import RequestScheduler

/// The requests of a ``RecordingTransport`` in their order, and who waits for more.
final class RequestRecord: Sendable {
    /// Looks only at types and states: it runs inside the lock.
    typealias Condition = @Sendable ([RecordedRequest]) -> Bool

    private struct Waiter {
        let id: Int
        let isMet: Condition
        let continuation: CheckedContinuation<[RecordedRequest], any Error>
    }

    private struct State {
        var requests: [RecordedRequest] = []
        var waiters: [Waiter] = []
        var lastID = 0

        /// Those whose condition is met now, with what met it.
        mutating func takeMet() -> [Waiter] {
            let requests = requests
            let met = waiters.filter { $0.isMet(requests) }
            waiters.removeAll { waiter in met.contains { $0.id == waiter.id } }
            return met
        }
    }

    private let state = Lock(State())

    var requests: [RecordedRequest] { state.withLock { $0.requests } }

    /// Records a start.
    ///
    /// - Returns: Its place in the order.
    func begin(_ request: any Request) -> Int {
        change { state in
            state.requests.append(RecordedRequest(request: request, state: .underway))
            return state.requests.count - 1
        }
    }

    /// Records the end of a request unless it has ended already.
    func end(_ index: Int, _ end: RecordedRequest.State) {
        change { state in
            guard !state.requests[index].isEnded else { return }
            state.requests[index].state = end
        }
    }

    /// Waits until what is recorded meets the condition.
    func wait(until isMet: @escaping Condition) async throws -> [RecordedRequest] {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<[RecordedRequest], any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if isMet(state.requests) { return .success(state.requests) }
                    state.waiters.append(Waiter(id: id, isMet: isMet, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<[RecordedRequest], any Error>? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index).continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, requests, met) = state.withLock { state in
            let result = body(&state)
            let met = state.takeMet()
            return (result, met.isEmpty ? [] : state.requests, met)
        }
        for waiter in met { waiter.continuation.resume(returning: requests) }
        return result
    }
}
