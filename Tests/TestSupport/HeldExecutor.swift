import Dispatch
import RequestScheduler

/// An executor of one queue that a test can hold, and that knows what runs on it.
package final class HeldExecutor: TaskExecutor {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    private let queue = DispatchQueue(label: "held")

    /// Counts the jobs it was given.
    package let jobs = Counter()

    package init() {
        queue.setSpecific(key: HeldExecutor.key, value: ObjectIdentifier(self))
    }

    /// Whether the current code runs on it.
    package var isCurrent: Bool { DispatchQueue.getSpecific(key: HeldExecutor.key) == ObjectIdentifier(self) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Nobody keeps an executor for the one who calls it: once the job runs, the executor may be gone.
        let jobs = jobs
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        jobs.increment()
    }

    /// Runs nothing more until ``release()``.
    package func hold() { queue.suspend() }

    package func release() { queue.resume() }

    /// Waits until everything it has been given so far has run.
    package func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
