import CAllocations
import Foundation

/// A fault that is put into one row on purpose, to show that a comparison finds it.
enum Plant: String {
    /// A tenth more time.
    case slow10
    /// One allocation more for each operation.
    case alloc

    private static let planted = ProcessInfo.processInfo.environment["BENCH_PLANT"].flatMap(Plant.init)

    /// The workload with the fault that the environment asks for, if it does.
    static func into(_ body: @escaping @Sendable (Int) async -> Void) -> Workload {
        switch planted {
        case nil: timed(body)
        case .slow10:
            timed { operations in
                let start = cpu_nanoseconds()
                await body(operations)
                let end = cpu_nanoseconds()
                while cpu_nanoseconds() < end + (end - start) / 10 {}
            }
        case .alloc:
            timed { operations in
                await body(operations)
                for _ in 0..<operations { allocate_and_free() }
            }
        }
    }
}
