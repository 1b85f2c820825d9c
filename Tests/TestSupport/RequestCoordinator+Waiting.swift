package import RequestScheduler

extension RequestCoordinator {
    /// Waits until this many callers are in flight.
    ///
    /// Each look is a turn; others run between two.
    package nonisolated func waitForCallers(_ count: Int) async {
        while await snapshot().reduce(0, { $0 + $1.callers }) != count { await Task.yield() }
    }

    /// Waits until this many callers are in flight and the transport has been started so often: a flight is in the table
    /// before it is started.
    package nonisolated func waitForCallers(_ count: Int, at transport: HeldTransport, started: Int = 1) async {
        await transport.started.reach(started)
        await waitForCallers(count)
    }

    /// Waits until nothing is kept for anyone.
    package nonisolated func waitUntilIdle() async {
        while await !isIdle() { await Task.yield() }
    }
}
