import BenchmarkKit

/// Something to measure and what to measure it against.
struct Row: Sendable {
    let name: String
    /// How many operations a batch has: always the same, so that allocations can be compared exactly, and few, so that a
    /// batch is over before the system gives the processor to somebody else.
    let operations: Int
    let subject: Workload
    var floor: Floor?
    /// The largest ratio to the floor that is good enough.
    var target: Double?
    /// The largest value that is good enough, in the row's unit.
    var limit: Double?
    /// The largest number of allocations that is good enough.
    var allocationTarget: Double?
    /// Whether the same code always allocates the same.
    var countsExactly = false
    var unit = RowRecord.Unit.nanoseconds
    /// How many batches stand for one of a cheaper row.
    var cost = 1

    struct Floor: Sendable {
        let name: String
        let workload: Workload
        /// How many of its operations take about as long as one of the row's: two batches that meet the same disturbances.
        var pace = 1
    }

    var record: RowRecord {
        var record = RowRecord(name: name)
        record.unit = unit
        record.floorName = floor?.name
        record.target = target
        record.limit = limit
        record.allocationTarget = allocationTarget
        record.countsExactly = countsExactly
        return record
    }

    /// Every row; the coordinators and loops behind them begin when they are first asked.
    static var all: [Row] {
        floors + echoes + joins + streams + stores + memory + http + httpLimits
    }
}
