/// A call that is made now and started later, once or again.
///
/// ```swift
/// let call = coordinator.call(for: GetFeed(), policy: .networkElseStore)
/// call.start { outcome in show(outcome) }
/// let feed = try await call.value
/// ```
///
/// It may be used from any thread. It does not keep the coordinator alive, neither before it is started nor afterwards: when that
/// is released, a run ends with ``RequestError/Reason/released``. Dropping it does not cancel it.
public final class RequestCall<R: Request>: Sendable {
    /// Where the call is.
    public enum State: Sendable {
        /// It was not started yet.
        case ready
        /// It was started and has not ended.
        case inProgress
        /// The last run ended like this; it may be started again.
        case ended(CallOutcome<R.Response>)
    }

    private struct Run {
        let end = Completion<CallOutcome<Finding<R.Response>>>()
        var handle: CallHandle?
        var isCancelled = false
    }

    private struct Progress {
        var state = State.ready
        /// The run that is awaited: the one in progress, the next one before it, the last one after it.
        var run = Run()
    }

    /// What the call asks for.
    public let request: R

    let key: RequestKey?
    let policy: FetchPolicy
    private let duplicates: DuplicatePolicy
    private let path: CallPath
    private let progress = Lock(Progress())

    init(_ request: R, key: RequestKey?, duplicates: DuplicatePolicy, policy: FetchPolicy, path: CallPath) {
        self.request = request
        self.key = key
        self.duplicates = duplicates
        self.policy = policy
        self.path = path
    }

    /// Where the call is now.
    public var state: State { progress.withLock { $0.state } }

    /// Starts the call, once more if it has ended.
    ///
    /// - Parameters:
    ///   - target: Where the completion runs.
    ///   - completion: Told the outcome of this run exactly once, never inside this method; where a run is in progress already,
    ///     the outcome of that one.
    /// - Returns: Whether this began a run.
    @discardableResult
    public func start(
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> Bool {
        start(on: target) { finding in completion(finding.map(\.value)) }
    }

    /// As ``start(on:completion:)``, told where the value was found too.
    func start(
        on target: CallbackTarget,
        telling tell: @escaping @Sendable (CallOutcome<Finding<R.Response>>) -> Void
    ) -> Bool {
        let (end, begins) = begin()
        path.environment.spawn(priority: Task.currentPriority.rawValue) {
            // Nobody cancels this task, so there is an outcome.
            guard let outcome = try? await end.value() else { return }
            target.deliver { tell(outcome) }
        }
        return begins
    }

    /// Starts the call, once more if it has ended.
    ///
    /// - Returns: Whether this began a run; `false` where one is in progress.
    @discardableResult
    public func start() -> Bool { begin().begins }

    /// Ends the run that is in progress, with ``RequestError/Reason/cancelled``.
    ///
    /// Before the first start it is remembered: that start ends the same way without any transport or store being touched. After
    /// the end it does nothing.
    public func cancel() {
        let handle = progress.withLock { progress -> CallHandle? in
            if case .ended = progress.state { return nil }
            progress.run.isCancelled = true
            return progress.run.handle
        }
        handle?.cancel()
    }

    /// The value of the run in progress, else of the next one if there was none yet, else of the last.
    ///
    /// Any number of tasks may wait. Cancelling one of them ends its wait, with `CancellationError`, and nothing else. A run that
    /// was called off throws a ``RequestError`` with its reason.
    public var value: R.Response {
        get async throws {
            let end = progress.withLock { $0.run.end }
            return try await end.value().result.get().value
        }
    }
}

// MARK: - Runs

extension RequestCall {
    private func begin() -> (end: Completion<CallOutcome<Finding<R.Response>>>, begins: Bool) {
        let (end, begins) = progress.withLock { progress -> (Completion<CallOutcome<Finding<R.Response>>>, Bool) in
            switch progress.state {
            case .inProgress: return (progress.run.end, false)
            case .ended: progress.run = Run()
            case .ready: break
            }
            progress.state = .inProgress
            return (progress.run.end, true)
        }
        if begins { run(until: end) }
        return (end, begins)
    }

    private func run(until end: Completion<CallOutcome<Finding<R.Response>>>) {
        let handle = CallHandle(
            path.environment.spawn(priority: Task.currentPriority.rawValue) { [self] in
                let outcome = await CallOutcome {
                    if progress.withLock({ $0.run.isCancelled }) { throw CancellationError() }
                    return try await path.find(request, key: key, duplicates: duplicates, policy: policy)
                }
                progress.withLock { progress in
                    progress.state = .ended(outcome.map(\.value))
                    progress.run.handle = nil
                }
                end.end(with: .success(outcome))
            }
        )
        let isCancelled = progress.withLock { progress in
            guard case .inProgress = progress.state, progress.run.end === end else { return false }
            progress.run.handle = handle
            return progress.run.isCancelled
        }
        if isCancelled { handle.cancel() }
    }
}

extension RequestCoordinator {
    /// A call to be started later; otherwise as ``response(for:key:duplicates:policy:)``.
    public nonisolated func call<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy = .networkOnly
    ) -> RequestCall<R> {
        RequestCall(request, key: key, duplicates: duplicates, policy: policy, path: weakPath)
    }
}
