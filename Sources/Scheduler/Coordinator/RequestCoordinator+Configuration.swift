#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension RequestCoordinator {
    /// Options of a coordinator and their defaults.
    public struct Configuration: Sendable {
        /// How long storing a fetched value may hold it back.
        ///
        /// After that the value is delivered and the write revoked.
        public var commitTimeLimit: Duration = .seconds(10)

        /// How many events wait for a slow observer before it loses some; at least two.
        public var eventCapacity = 256

        /// Whether flights that ask for it are shown in ``RequestCoordinator/activity``.
        public var showsActivity = true

        /// An indicator that shows this coordinator's flights together with those of others that share it, clones among them.
        public var activityIndicator: ActivityIndicator?

        /// The wall clock, for the times of stored entries.
        public var now: @Sendable () -> Date = { Date() }

        /// The clock of every timer.
        public var clock: any Clock<Duration> = ContinuousClock()

        /// Where the coordinator's own tasks run; a seam for tests that order every step.
        package var taskExecutor: (any TaskExecutor)?

        /// Records what the coordinator tells its machines, so that it can be told again.
        var journal: FlightJournal?

        /// The defaults.
        public init() {}

        var time: TimeSource { TimeSource(clock) }
    }
}
