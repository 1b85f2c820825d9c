/// A flight's end that has been decided and is still to be told: to its callers, and to its transport or store.
///
/// Decided inside a turn, told outside it, so that nobody's continuation and no cancel handler runs in the coordinator.
struct Settlement: Sendable {
    private let flight: Flight
    private let waiters: [FlightWaiter]
    private let cancelHandler: (@Sendable () -> Void)?
    /// How many callers it ended.
    let callers: Int

    init(_ settlement: Flight.Cell.Settlement, of flight: Flight) {
        self.flight = flight
        waiters = settlement.waiters
        cancelHandler = settlement.cancelHandler
        callers = settlement.callers
    }

    /// Whether there is nobody to tell: the one caller of most flights drives, and is told by itself.
    var isEmpty: Bool { waiters.isEmpty && cancelHandler == nil }

    /// Tells everyone, in slices: other work gets its turn on the thread between two of them.
    // Not inlined, like all that few calls await: a caller that waits is to keep no room for it.
    @inline(never)
    func resume() async {
        let slice = 1024
        cancelHandler?()
        for (index, waiter) in waiters.enumerated() {
            if index > 0, index.isMultiple(of: slice) { await Task.yield() }
            waiter.end(flight)
        }
    }

    /// Tells everyone where nothing can be awaited.
    func resumeAtOnce() {
        cancelHandler?()
        for waiter in waiters { waiter.end(flight) }
    }
}

extension [Settlement] {
    @inline(never)
    func resume() async {
        for settlement in self { await settlement.resume() }
    }
}
