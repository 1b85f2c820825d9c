package import RequestScheduler

extension RequestCoordinator {
    /// Waits until this many callers are in flight.
    ///
    /// Each look is a turn; others run between two.
    package nonisolated func waitForCallers(_ count: Int) async {
        while await snapshot().reduce(0, { $0 + $1.callers }) != count { await Task.yield() }
    }

    /// Waits until nothing is kept for anyone.
    package nonisolated func waitUntilIdle() async {
        while await !isIdle() { await Task.yield() }
    }
}
