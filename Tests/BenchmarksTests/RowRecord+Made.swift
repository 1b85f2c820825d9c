import BenchmarkKit

extension RowRecord {
    /// A row of nine processes whose ratios to a floor of 100 lie around one figure, some noise apart.
    static func made(
        _ name: String = "row",
        ratio: Double,
        noise: Double = 0.01,
        allocations: Double = 2
    ) -> RowRecord {
        var row = RowRecord(name: name)
        row.floorName = "floor"
        row.countsExactly = true
        row.passes = (-4...4).map { step in
            let value = 100 * ratio * (1 + noise * Double(step) / 4)
            let subject = Sample(value: value, cpu: value, allocations: allocations, bytes: 64)
            return [Round(subject: subject, floor: Sample(value: 100, cpu: 100, allocations: 1, bytes: 32))]
        }
        return row
    }
}
