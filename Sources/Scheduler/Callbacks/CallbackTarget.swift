public import Dispatch

/// Where a completion or a delegate is called.
///
/// ```swift
/// coordinator.response(for: GetFeed(), on: .queue(.main)) { outcome in show(outcome) }
/// ```
///
/// Whatever the target, nothing is called before the method that made the call has returned.
public struct CallbackTarget: Sendable {
    /// What is to be run, once.
    public typealias Job = @Sendable () -> Void

    private let run: @Sendable (@escaping Job) -> Void

    /// A target of your own: `run` gets each job on some thread and runs it there or elsewhere, sooner or later, once.
    public init(_ run: @escaping @Sendable (@escaping Job) -> Void) {
        self.run = run
    }

    /// The global executor, where the call itself runs; the default.
    public static let anywhere = CallbackTarget { job in job() }

    /// The main actor, so that `MainActor.assumeIsolated` holds in what is called.
    public static let mainActor = CallbackTarget { job in Task { @MainActor in job() } }

    /// A dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> CallbackTarget {
        CallbackTarget { job in queue.async(execute: job) }
    }

    /// An actor, so that `assumeIsolated` of it holds in what is called.
    public static func actor(_ actor: some Actor) -> CallbackTarget {
        CallbackTarget { job in Task.detached { await actor.run(job) } }
    }

    /// An executor.
    public static func executor(_ executor: some TaskExecutor) -> CallbackTarget {
        CallbackTarget { job in Task.detached(executorPreference: executor) { job() } }
    }

    /// Has a job run.
    func deliver(_ job: @escaping Job) { run(job) }

    /// Has a job run and returns when it has: what is delivered next comes after it, also on a target that runs several
    /// jobs at once.
    func deliverInOrder(_ job: @escaping Job) async {
        await withCheckedContinuation { continuation in
            run {
                job()
                continuation.resume()
            }
        }
    }
}

extension Actor {
    fileprivate func run(_ job: CallbackTarget.Job) { job() }
}
