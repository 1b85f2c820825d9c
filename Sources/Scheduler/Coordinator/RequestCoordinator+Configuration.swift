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
