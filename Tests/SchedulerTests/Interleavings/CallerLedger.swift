import RequestScheduler
import TestSupport

/// The callers of a random history: what each of them saw, and whether somebody brought that about.
struct CallerLedger {
    private struct Caller {
        let call: RandomCall
        let task: Task<Void, Never>
        let seen: Log<RandomCall.Seen>
        var isCancelled = false
    }

    /// Whether a call took the place of others.
    var replaces = false
    /// Whether the coordinator was shut down.
    var shutsDown = false
    private var callers: [Caller] = []
    private var libraryCancels = 0
    private let counted = Log<Int>()

    var count: Int { callers.count }

    var calls: [RandomCall] { callers.map(\.call) }

    /// What each caller saw, which is one thing.
    var seen: [[RandomCall.Seen]] { callers.map(\.seen.all) }

    mutating func enter(_ call: RandomCall, _ task: Task<Void, Never>, seeing seen: Log<RandomCall.Seen>) {
        callers.append(Caller(call: call, task: task, seen: seen))
    }

    /// Cancels one caller's own task.
    mutating func cancel(_ index: Int) {
        callers[index].isCancelled = true
        callers[index].task.cancel()
    }

    /// Somebody calls `cancel` of the coordinator, and notes how many it counted.
    mutating func expectCancel() -> Log<Int> {
        libraryCancels += 1
        return counted
    }
}

// MARK: - The verdict

extension CallerLedger {
    /// Those who were cancelled and have no outcome yet.
    var unsettled: [String] {
        callers.enumerated().filter { $1.isCancelled && $1.seen.all.isEmpty }
            .map { "caller \($0) (\($1.call)) was cancelled and is not settled" }
    }

    /// What is wrong once everybody has had time to end.
    var problems: [String] {
        let outcomes = callers.enumerated().compactMap { index, caller -> String? in
            let seen = caller.seen.all
            guard seen.count == 1, let outcome = seen.first else {
                return "caller \(index) (\(caller.call)) has \(seen.count) outcomes"
            }
            return isExplained(outcome, of: caller) ? nil : "caller \(index) (\(caller.call)) saw \(outcome)"
        }
        return outcomes + countProblems
    }

    private func isExplained(_ outcome: RandomCall.Seen, of caller: Caller) -> Bool {
        switch outcome {
        case .value, .failure: true
        case .wrongValue, .other: false
        case .ownCancellation: caller.isCancelled
        case .decision(.cancelled): libraryCancels > 0
        case .decision(.replaced): replaces
        case .decision(.shutDown): shutsDown
        case .decision(.duplicate), .decision(.notStored), .decision(.undecodable): true
        // A joined flight may store in another form, or under a key for another identifier.
        case .decision(.incompatibleToJoin): true
        case .decision: false
        }
    }

    /// `cancel` counts exactly those who see it.
    ///
    /// A stream's read, and a linked one, may be ended without its caller seeing it.
    private var countProblems: [String] {
        let cancelled = callers.count { $0.seen.all == [.decision(.cancelled)] }
        let counted = counted.all.reduce(0, +)
        let isExact = callers.allSatisfy(\.call.isCountedExactly)
        guard isExact ? counted != cancelled : counted < cancelled else { return [] }
        return ["cancel counted \(counted), and \(cancelled) callers saw it"]
    }
}
