/// A clock without its type: time since the coordinator's start, and sleeping until such a time.
struct TimeSource: Sendable {
    let now: @Sendable () -> Duration
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { deadline in
            let until = min(start.advanced(by: deadline), clock.now.advanced(by: .longestSleep))
            try await clock.sleep(until: until, tolerance: nil)
        }
    }
}

extension Duration {
    /// About thirty years.
    ///
    /// The system's clocks end the process over a time that their seconds and nanoseconds cannot hold, and "for ever" is
    /// commonly written as one.
    package static let longestSleep = Duration.seconds(1_000_000_000)
}
