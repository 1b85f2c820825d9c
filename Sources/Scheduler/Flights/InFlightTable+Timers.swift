extension InFlightTable {
    /// What a timer asks for.
    enum Due: Sendable {
        /// Nobody came while the flight lingered: it is out of the table and is to be ended.
        case cancel(Flight)
        /// The commit has taken too long: the value is to be delivered and the write revoked.
        case endCommit(Flight)
    }

    /// When the table wants to be asked next, if ever.
    var nextDeadline: Duration? { timers.next }

    /// What is due.
    mutating func takeDue(at now: Duration) -> [Due] {
        timers.takeDue(at: now).compactMap { timer in
            guard let slot = slot(of: timer.flight), let flight = slots[slot].entry?.flight else { return nil }
            switch timer {
            case .linger: return remove(slot).map { .cancel($0.flight) }
            case .commit: return .endCommit(flight)
            }
        }
    }

    /// A flight is about to write to a store; it has until the deadline.
    mutating func beginWrite(_ id: FlightID, until deadline: Duration) {
        writing.insert(id)
        if slot(of: id) != nil { timers.set(.commit(id), at: deadline) }
    }

    /// Its write has ended, however it did, or was not begun.
    mutating func endWrite(_ id: FlightID) {
        writing.remove(id)
        timers.cancel(.commit(id))
    }

    /// Whether a table that was closed has seen the end of every write.
    var hasQuiesced: Bool { isClosed && writing.isEmpty }
}
