import Synchronization

/// Many tasks that call at once.
///
/// Detached tasks and a countdown: in a task group a child that ends out of order is searched for among all others.
enum Crowd {
    /// Divides the operations among the callers and returns when the last is done.
    @concurrent
    static func run(_ callers: Int, operations: Int, _ call: @escaping Call) async {
        let share = operations / callers
        await run(callers) { caller in
            for number in 0..<share { await use(caller * 1_000_000 + number, call) }
        }
    }

    @concurrent
    static func run(_ callers: Int, _ body: @escaping @Sendable (_ caller: Int) async -> Void) async {
        await withUnsafeContinuation { continuation in
            let countdown = Countdown(from: callers, continuation)
            for caller in 0..<callers {
                Task.detached {
                    await body(caller)
                    countdown.step()
                }
            }
        }
    }

    private final class Countdown: Sendable {
        private let left: Atomic<Int>
        private let continuation: UnsafeContinuation<Void, Never>

        init(from count: Int, _ continuation: UnsafeContinuation<Void, Never>) {
            left = Atomic(count)
            self.continuation = continuation
        }

        func step() {
            if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.resume() }
        }
    }
}
