import BenchmarkKit
import CAllocations

/// One side of a row: does so many operations and says what one of them took.
typealias Workload = @Sendable (_ operations: Int) async -> Sample

/// A workload of which time and allocations are measured.
func timed(_ body: @escaping @Sendable (_ operations: Int) async -> Void) -> Workload {
    { operations in
        let start = Reading()
        await body(operations)
        return Reading().sample(since: start, operations: operations)
    }
}

/// A workload that makes one call after the other.
func calls(_ call: @escaping Call) -> Workload {
    timed { operations in
        for number in 0..<operations { await use(number, call) }
    }
}

/// A workload that so many tasks share.
func calls(by callers: Int, _ call: @escaping Call) -> Workload {
    timed { await Crowd.run(callers, operations: $0, call) }
}

/// A call under measurement: gives back the number it is asked for.
typealias Call = @Sendable (_ number: Int) async throws -> Int

/// Makes a call so that no optimiser can leave its result out.
func use(_ number: Int, _ call: Call) async {
    do {
        consume(try await call(number))
    } catch {
        fatalError("A call under measurement failed: \(error)")
    }
}

/// Nothing that is passed here can be left out.
@inline(__always)
func consume(_ number: Int) { _ = opaque_value(Int64(number)) }

/// The clocks and counters at one moment.
private struct Reading {
    private let wall: UInt64
    private let cpu: UInt64
    private let totals: allocation_totals

    init() {
        totals = allocations_so_far()
        cpu = cpu_nanoseconds()
        wall = wall_nanoseconds()
    }

    func sample(since start: Reading, operations: Int) -> Sample {
        let each = 1 / Double(operations)
        return Sample(
            value: Double(wall - start.wall) * each,
            cpu: Double(cpu - start.cpu) * each,
            allocations: Double(totals.count - start.totals.count) * each,
            bytes: Double(totals.bytes - start.totals.bytes) * each
        )
    }
}
