/// What a flight's cell can be told, by name.
enum CellEvent: Hashable, Sendable, CaseIterable {
    case admit, take, park, leave, claimStart, onCancel, report, answer, giveBack, beginCommit, end, endCommit
    case cancel
}

/// The phases of a flight's cell, by name.
enum CellPhase: Hashable, Sendable, CaseIterable {
    case open, answered, driving, committing, ended

    init<Waiter, Answer, Outcome>(_ phase: FlightCell<Waiter, Answer, Outcome>.Phase) {
        switch phase {
        case .open: self = .open
        case .answered: self = .answered
        case .driving: self = .driving
        case .committing: self = .committing
        case .ended: self = .ended
        }
    }
}
