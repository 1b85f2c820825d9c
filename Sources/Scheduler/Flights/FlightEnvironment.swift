#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a flight needs of its coordinator without keeping it alive.
final class FlightEnvironment: Sendable {
    let transports: [any Transport]
    let stores: [any Store]
    let mailbox = Mailbox()
    let removals = RemovalWaits()
    let events: EventHub
    let activity: ActivityIndicator
    let time: TimeSource
    let now: @Sendable () -> Date
    let commitTimeLimit: Duration
    let journal: FlightJournal?
    private let taskExecutor: (any TaskExecutor)?

    init(transports: [any Transport], stores: [any Store], configuration: RequestCoordinator.Configuration) {
        self.transports = transports
        self.stores = stores
        events = EventHub(capacity: configuration.eventCapacity)
        activity = ActivityIndicator(isOn: configuration.showsActivity, within: configuration.activityIndicator)
        time = configuration.time
        now = configuration.now
        commitTimeLimit = configuration.commitTimeLimit
        journal = configuration.journal
        taskExecutor = configuration.taskExecutor
    }

    /// Starts a task of a flight's own: no caller's cancellation, task-locals or actor reach it.
    ///
    /// Every such task starts here, so that a test can steer it.
    @discardableResult
    func spawn(
        priority: UInt8? = nil,
        on executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        Task.detached(
            executorPreference: executor ?? taskExecutor,
            priority: priority.map { TaskPriority(rawValue: $0) },
            operation: work
        )
    }

    /// The first store that names the class, else the first that takes any.
    func store(for plan: StoringPlan) -> (any Store)? {
        let suitable = stores.filter { store in
            (plan.kind == nil || plan.kind == store.kind) && (plan.form != .live || store.keepsLiveValues)
        }
        return suitable.first { $0.dataClasses?.contains(plan.key.dataClass) == true }
            ?? suitable.first { $0.dataClasses == nil }
    }

    /// Every store that may hold an entry of this plan.
    func stores(holding plan: StoringPlan) -> [any Store] {
        stores.filter { $0.takes(plan.key.dataClass) }
    }
}
