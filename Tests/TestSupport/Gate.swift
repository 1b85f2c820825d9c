import RequestScheduler

/// A door that tests open: whoever waits passes once it is open.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    package init() {}

    package var isOpen: Bool { state.withLock { $0.isOpen } }

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the gate is open.
    ///
    /// Cancelling the task does not let it pass: a store that hangs does not listen either.
    package func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
