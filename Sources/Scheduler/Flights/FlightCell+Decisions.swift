/// What a flight's cell decides: to be acted on by whoever told it of the event, once the lock is let go of.
extension FlightCell {
    /// What a caller does next.
    enum Step {
        case park
        case drive(Answer)
        case ended(Outcome)
        case left
    }

    /// What becomes of a free baton.
    enum Handover {
        /// Nobody is to be told: it came too late, or a caller on its way will take it.
        case none
        case wake(Waiter, Answer)
        case offer([Waiter])
        /// Somebody must ``take(_:)`` it for no caller in particular.
        case unattended
    }

    /// What is to be done about a caller that leaves.
    struct Leaving {
        /// The caller's waiter, to be resumed with ``Step/left``, if it was parked.
        var waiter: Waiter?
        /// The baton that was left for it, if it was.
        var handover = Handover.none
    }

    /// Who is to be told of the end, and what is to run.
    struct Settlement {
        let outcome: Outcome
        let waiters: [Waiter]
        /// How many callers it ended.
        let callers: Int
        /// The transport's cancel handler, or what revokes the write.
        let cancelHandler: (@Sendable () -> Void)?
    }
}

extension FlightCell.Settlement: Sendable where Waiter: Sendable, Outcome: Sendable {}
extension FlightCell.Step: Sendable where Answer: Sendable, Outcome: Sendable {}
extension FlightCell.Handover: Sendable where Waiter: Sendable, Answer: Sendable {}
extension FlightCell.Leaving: Sendable where Waiter: Sendable, Answer: Sendable {}
