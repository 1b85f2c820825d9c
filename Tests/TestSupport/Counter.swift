import RequestScheduler

/// A number that tasks count up and tests wait for.
package final class Counter: Sendable {
    private struct State {
        var value = 0
        var waiting: [(value: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    package init() {}

    package var value: Int { state.withLock { $0.value } }

    /// Counts one up and returns the new value.
    @discardableResult
    package func increment() -> Int {
        let (value, reached) = state.withLock { state in
            state.value += 1
            let value = state.value
            let reached = state.waiting.filter { $0.value <= value }.map(\.continuation)
            state.waiting.removeAll { $0.value <= value }
            return (value, reached)
        }
        for continuation in reached { continuation.resume() }
        return value
    }

    /// Waits until the number is at least `value`.
    package func reach(_ value: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.value < value { state.waiting.append((value, continuation)) }
                return state.value >= value
            }
            if isReached { continuation.resume() }
        }
    }
}
