import RequestScheduler

/// A task executor whose jobs a test runs one by one, in an order drawn from a seed.
///
/// Default actors follow it.
package final class ManualExecutor: TaskExecutor {
    private let jobs = Lock([UnownedJob]())

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    package var isEmpty: Bool { jobs.withLock { $0.isEmpty } }

    /// Runs one of the jobs that are ready; `false` if there is none.
    package func step(_ random: inout SeededRandom) -> Bool {
        let draw = random.next()
        let job = jobs.withLock { jobs -> UnownedJob? in
            jobs.isEmpty ? nil : jobs.remove(at: Int(draw % UInt64(jobs.count)))
        }
        guard let job else { return false }
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }

    /// Runs everything until nothing is ready.
    package func drain(_ random: inout SeededRandom) {
        while step(&random) {}
    }
}

/// Hands its jobs to another executor: a place of its own to hop to, in the same order of steps.
package final class ForwardingExecutor: TaskExecutor {
    private let target: ManualExecutor

    package init(to target: ManualExecutor) { self.target = target }

    package func enqueue(_ job: consuming ExecutorJob) { target.enqueue(job) }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
