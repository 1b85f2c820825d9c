/// What one run says of another: row by row, by ratios to floors that were measured in the same processes.
///
/// Time is compared by the least CPU time relative to the floor's least in the same process. Other users of the machine slow
/// a row and its floor down, but not alike; so only processes count in which the floor ran about equally fast: at the speed
/// that most processes of both runs have in common. With too few of them nothing is said. The row itself has no say in which
/// those are. A row has changed if the whole interval of its shift lies beyond ``smallestEffect``. Allocations are compared
/// exactly, to a hundredth, where the row counts exactly.
package struct Comparison: Hashable, Sendable {
    package static let smallestEffect = 0.04
    package static let confidence = 0.999
    /// How much slower than another a floor may usually have run, so that both processes count.
    package static let tolerance = 1.1
    /// As few figures as can be as sure as that.
    package static let fewest = 7

    package struct Row: Hashable, Sendable {
        package let name: String
        /// The relative change of the ratio; `nil` if one of the runs is too short for it.
        package let shift: RankInterval?
        /// More, or fewer, allocations an operation; zero where they are not counted exactly.
        package let allocations: Double
    }

    package let rows: [Row]

    /// Rows that both runs have and that are measured against something.
    package init(of run: Report, to base: Report) {
        rows = run.rows.compactMap { row in
            guard row.floorName != nil, let before = base.rows.first(where: { $0.name == row.name }) else {
                return nil
            }
            return Row(row, before)
        }
    }

    /// Rows of which more processes might still tell: those of which nothing can be said, and then those that are unsure.
    package static func undecided(in run: Report, comparedTo base: Report?) -> [String] {
        let hopeless = base.map { base in Comparison(of: base, to: base).rows.filter { $0.shift == nil }.map(\.name) }
        let rows = Comparison(of: run, to: base ?? run).rows.filter { hopeless?.contains($0.name) != true }
        let unknown = rows.filter { $0.shift == nil }
        let unsure = rows.filter { $0.change == nil && $0.noise > smallestEffect }
        return (unknown.isEmpty ? unsure : unknown).map(\.name)
    }

    package var changed: [Row] { rows.filter(\.hasChanged) }

    /// The processes of two runs that the machine ran at one speed, as many as there are; none, if those are too few.
    static func alike(
        _ one: [RowRecord.Least],
        _ other: [RowRecord.Least]
    ) -> (one: [RowRecord.Least], other: [RowRecord.Least]) {
        let speeds = (one + other).map(\.usualFloor).sorted()
        var most = 0
        var common: (one: [RowRecord.Least], other: [RowRecord.Least]) = ([], [])
        for fastest in speeds {
            let range = fastest...fastest * tolerance
            let some = one.filter { range.contains($0.usualFloor) }
            let others = other.filter { range.contains($0.usualFloor) }
            // The faster speed where two are as common: nobody had a part in it.
            guard min(some.count, others.count) > most else { continue }
            most = min(some.count, others.count)
            common = (some, others)
        }
        return most < fewest ? ([], []) : common
    }
}

extension Comparison.Row {
    fileprivate init(_ row: RowRecord, _ before: RowRecord) {
        name = row.name
        let (passes, passesBefore) = Comparison.alike(row.leastOfPasses, before.leastOfPasses)
        shift = RankInterval(
            shiftOf: passes.map { Logarithm.of($0.ratio) },
            from: passesBefore.map { Logarithm.of($0.ratio) },
            confidence: Comparison.confidence
        )
        let difference = row.allocations - before.allocations
        allocations = row.countsExactly && before.countsExactly && abs(difference) > 0.005 ? difference : 0
    }

    /// The relative change of time, if there is one.
    package var change: Double? {
        guard let shift else { return nil }
        let effect = Logarithm.of(1 + Comparison.smallestEffect)
        guard shift.lower > effect || shift.upper < -effect else { return nil }
        return Logarithm.power(shift.estimate) - 1
    }

    /// How far off the change may be, either way.
    package var noise: Double {
        shift.map { (Logarithm.power($0.upper - $0.lower) - 1) / 2 } ?? .infinity
    }

    package var hasChanged: Bool { change != nil || allocations != 0 }
}

extension Comparison.Row: CustomStringConvertible {
    package var description: String {
        let noise = shift == nil ? "too few processes at one speed to say" : "± \(Figure.percent(noise))"
        var parts: [String] = []
        if let change { parts.append("\(change > 0 ? "slower" : "faster") by \(Figure.percent(abs(change))) \(noise)") }
        if allocations != 0 {
            parts.append("allocations \(allocations > 0 ? "+" : "−")\(Figure.short(abs(allocations)))")
        }
        return parts.isEmpty ? "no change (\(noise))" : parts.joined(separator: ", ")
    }
}
