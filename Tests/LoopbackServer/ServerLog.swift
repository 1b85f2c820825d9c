import RequestScheduler

/// What has happened on the server so far, and who waits for more.
final class ServerLog: Sendable {
    private struct Waiter {
        let id: Int
        let condition: @Sendable (ServerRecord) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var record = ServerRecord()
        var nextID = 0
        var waiters: [Waiter] = []
    }

    private let state = Lock(State())

    var record: ServerRecord { state.withLock { $0.record } }

    func append(_ event: ServerEvent) {
        let satisfied = state.withLock { state in
            state.record.take(event)
            let record = state.record
            let satisfied = state.waiters.filter { $0.condition(record) }
            if !satisfied.isEmpty {
                let ids = Set(satisfied.map(\.id))
                state.waiters.removeAll { ids.contains($0.id) }
            }
            return satisfied.map(\.continuation)
        }
        for continuation in satisfied { continuation.resume() }
    }

    /// Waits until the record is as wanted, or the task is cancelled.
    func wait(until condition: @escaping @Sendable (ServerRecord) -> Bool) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if Task.isCancelled || condition(state.record) { return true }
                    state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index).continuation
            }
            waiter?.resume()
        }
    }
}
