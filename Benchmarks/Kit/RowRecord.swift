/// What is known of one row after a run.
package struct RowRecord: Codable, Hashable, Sendable {
    package enum Unit: String, Codable, Sendable {
        case nanoseconds = "ns"
        case bytes = "B"
    }

    package var name: String
    package var unit = Unit.nanoseconds
    /// What it is measured against.
    package var floorName: String?
    /// The largest ratio to the floor that is good enough.
    package var target: Double?
    /// The largest value that is good enough, in the row's unit.
    package var limit: Double?
    /// The largest number of allocations that is good enough.
    package var allocationTarget: Double?
    /// Whether the same code always allocates the same, so that any difference is one of the code.
    package var countsExactly = false
    /// The rounds of each process.
    package var passes: [[Round]] = []

    package init(name: String) {
        self.name = name
    }
}

extension RowRecord {
    package var rounds: [Round] { passes.flatMap { $0 } }
    package var value: Quartiles? { Quartiles(rounds.map(\.subject.value)) }
    package var floorValue: Quartiles? { Quartiles(rounds.compactMap(\.floor?.value)) }
    package var ratio: Quartiles? { Quartiles(rounds.compactMap(\.ratio)) }
    package var cpu: Double { rounds.map(\.subject.cpu).median }
    package var allocations: Double { RowRecord.rounded(rounds.map(\.subject.allocations).median) }
    package var floorAllocations: Double { RowRecord.rounded(rounds.compactMap(\.floor?.allocations).median) }
    package var bytes: Double { rounds.map(\.subject.bytes).median }

    /// What the fastest rounds of each process took of the CPU: what else the machine does only adds.
    ///
    /// Processes are independent of each other; the rounds of one are not.
    package var leastOfPasses: [Least] {
        passes.compactMap { rounds in
            guard let subject = rounds.map(\.subject.least).min(), let floor = rounds.compactMap(\.floor?.least).min()
            else { return nil }
            return Least(subject: subject, floor: floor, usualFloor: rounds.compactMap(\.floor?.least).median)
        }
    }

    /// The fastest round of a row in one process, and of its floor.
    package struct Least: Hashable, Sendable {
        package let subject: Double
        package let floor: Double
        /// What the floor took in most of the process's rounds: tells whether it was disturbed.
        package let usualFloor: Double

        package var ratio: Double { subject / floor }
    }

    /// Whether the pessimistic end of the spread reaches the target; `nil` without one, or with too few rounds to say.
    package var isMet: Bool? {
        guard target != nil || limit != nil || allocationTarget != nil, rounds.count >= 9 else { return nil }
        let isFast = target.map { target in ratio.map { $0.upper <= target } ?? false } ?? true
        let isWithinLimit = limit.map { limit in value.map { $0.upper <= limit } ?? false } ?? true
        let isLean = allocationTarget.map { allocations <= $0 } ?? true
        return isFast && isWithinLimit && isLean
    }

    private static func rounded(_ count: Double) -> Double { (count * 100).rounded() / 100 }
}
