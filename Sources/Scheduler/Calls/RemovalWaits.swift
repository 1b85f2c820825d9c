/// Who waits for stores to remove something, so that the coordinator's end is theirs, whatever a store does.
///
/// What they wait for goes on: a removal that was asked for is never called off.
final class RemovalWaits: Sendable {
    typealias Wait = Completion<Void>

    private struct State {
        var waits: [ObjectIdentifier: Wait] = [:]
        var closed: RequestError.Reason?
    }

    private let state = Lock(State())

    /// Waits that begin now, so many, or why none begins any more.
    func begin(_ count: Int) throws(RequestError) -> [Wait] {
        let waits = (0..<count).map { _ in Wait() }
        let closed = state.withLock { state in
            if state.closed == nil {
                for wait in waits { state.waits[ObjectIdentifier(wait)] = wait }
            }
            return state.closed
        }
        if let closed { throw .decision(closed) }
        return waits
    }

    /// The store has answered.
    func end(_ wait: Wait, with outcome: Result<Void, any Error>) {
        state.withLock { $0.waits[ObjectIdentifier(wait)] = nil }
        wait.end(with: outcome)
    }

    /// Ends every wait and lets none begin.
    func close(because reason: RequestError.Reason) {
        let waits = state.withLock { state in
            state.closed = state.closed ?? reason
            defer { state.waits = [:] }
            return Array(state.waits.values)
        }
        for wait in waits { wait.end(with: .failure(RequestError.decision(reason))) }
    }
}
