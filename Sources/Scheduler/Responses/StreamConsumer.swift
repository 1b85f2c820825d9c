/// The one consumer of a stream: whether and where it waits, and in which flights it stands meanwhile.
struct StreamConsumer {
    /// Resumed to look again.
    typealias Waiter = CheckedContinuation<Void, Never>

    /// A place in a flight.
    struct Stand {
        let flight: Flight
        let token: Flight.Token
    }

    /// The place in the flight that reads the store.
    var read: Stand?
    /// The place in the flight that fetches.
    var network: Stand?
    /// Whether somebody is in `next()`.
    var isAwaited = false
    /// Whether it has gone, or its task was cancelled.
    var isLeft = false
    private(set) var hasBegun = false

    private var isTaken = false
    /// Whether it has been told that its task was cancelled.
    private var isToldOfLeaving = false
    private var waiter: Waiter?
    /// Something has happened while nobody waited.
    private var hasNews = false
    /// The flight whose baton it has been told of.
    private var offered: Stand?

    var stands: [Stand] { [read, network].compactMap { $0 } }

    /// Whether an iteration was begun before; from now on one was.
    mutating func claim() -> Bool {
        defer { isTaken = true }
        return isTaken
    }

    /// Somebody comes into `next()`: whether for the first time, and whether nobody else is there.
    mutating func enter() -> (isFirst: Bool, isAlone: Bool) {
        defer { (hasBegun, isAwaited) = (true, true) }
        return (!hasBegun, !isAwaited)
    }

    /// Whether it is to wait; if not, there is something to look at.
    mutating func wait(_ waiter: Waiter) -> Bool {
        guard !isLeft, !hasNews else {
            hasNews = false
            return false
        }
        self.waiter = waiter
        return true
    }

    /// Something has happened: who waits, to be resumed.
    mutating func takeWaiter() -> Waiter? {
        defer { waiter = nil }
        if waiter == nil { hasNews = true }
        return waiter
    }

    /// Whether it is to be told now that its task was cancelled.
    mutating func takeCancellation() -> Bool {
        defer { isToldOfLeaving = isLeft }
        return isLeft && !isToldOfLeaving
    }
}

// MARK: - Flights

extension StreamConsumer {
    /// A flight offers its baton: who waits and takes it, to be resumed.
    mutating func offer(_ flight: Flight) -> Waiter? {
        guard waiter != nil, offered == nil, let stand = stands.first(where: { $0.flight === flight }) else {
            return nil
        }
        offered = stand
        return takeWaiter()
    }

    mutating func takeOffer() -> Stand? {
        defer { offered = nil }
        return offered
    }

    mutating func giveUp(_ flight: Flight) {
        if network?.flight === flight { network = nil }
        if read?.flight === flight { read = nil }
    }
}
