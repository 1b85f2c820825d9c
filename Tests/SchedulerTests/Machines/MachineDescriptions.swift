@testable import RequestScheduler

/// A cell whose waiters, answers and outcomes are names.
typealias NamedCell = FlightCell<String, String, String>

extension FlightCell where Waiter == String, Answer == String, Outcome == String {
    /// The phase in words.
    var phaseText: String {
        switch phase {
        case .open: "open"
        case .answered(let answer): "answered \(answer)"
        case .driving(let answer, let driver): "driving \(answer) by \(driver.map(String.init) ?? "nobody")"
        case .committing(let outcome): "committing \(outcome)"
        case .ended(let outcome): "ended \(outcome)"
        }
    }

    /// A caller's place in words.
    func placeText(_ token: Token) -> String {
        switch self[place: token] {
        case .arriving: "arriving"
        case .parked(let waiter): "parked \(waiter)"
        case .streaming(let waiter): "streaming \(waiter)"
        case .left: "left"
        }
    }
}

extension FlightCell.Step where Waiter == String, Answer == String, Outcome == String {
    var text: String {
        switch self {
        case .park: "park"
        case .drive(let answer): "drive \(answer)"
        case .ended(let outcome): "ended \(outcome)"
        case .left: "left"
        }
    }
}

extension FlightCell.Handover where Waiter == String, Answer == String {
    var text: String {
        switch self {
        case .none: "nothing"
        case .wake(let waiter, let answer): "wake \(waiter) with \(answer)"
        case .offer(let waiters): "offer \(waiters.joined(separator: " "))"
        case .unattended: "unattended"
        }
    }
}

extension FlightCell.Leaving where Waiter == String, Answer == String {
    var text: String {
        waiter.map { "resume \($0), \(handover.text)" } ?? handover.text
    }
}

extension NamedCell.Settlement? {
    var text: String {
        guard let self else { return "nothing" }
        let handler = self.cancelHandler == nil ? "" : ", run handler"
        return "tell \(self.waiters.joined(separator: " ")) \(self.outcome), \(self.callers) callers\(handler)"
    }
}
