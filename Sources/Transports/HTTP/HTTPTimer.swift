import RequestScheduler
import Synchronization

/// Looks after the deadlines of all requests of a transport: one task that sleeps until the earliest.
final class HTTPTimer: Sendable {
    private struct State {
        var queue = HTTPDeadlineQueue<HTTPFlight>()
        var sleeper: Task<Void, Never>?
        var wakesAt: Duration?
    }

    private let state = Lock(State())
    private let lastID = Atomic<UInt64>(0)
    private let time: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: any Clock<Duration>) {
        // The common clock without the detour over what a clock may be.
        if let clock = clock as? ContinuousClock {
            (time, sleep) = Self.readings(of: clock)
        } else {
            (time, sleep) = Self.readings(of: clock)
        }
    }

    deinit {
        state.withLock { $0.sleeper }?.cancel()
    }

    /// The time since the timer was made.
    var now: Duration { time() }

    func makeID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Asks the flight at a time, at the latest, whether its own is up.
    func set(_ flight: HTTPFlight, as id: UInt64, at time: Duration) {
        state.withLock { state in
            state.queue.set(flight, as: id, at: time)
            schedule(&state)
        }
    }

    func remove(_ id: UInt64) {
        state.withLock { $0.queue.remove(id) }
    }

    /// Sees to it that somebody wakes in time; one who wakes too early sleeps on.
    private func schedule(_ state: inout State) {
        guard let next = state.queue.next else { return }
        if let wakesAt = state.wakesAt, wakesAt <= next { return }
        state.sleeper?.cancel()
        state.wakesAt = next
        state.sleeper = Task { [weak self, sleep] in
            do { try await sleep(next) } catch { return }
            self?.wake(next)
        }
    }

    private func wake(_ planned: Duration) {
        let now = time()
        let due = state.withLock { state -> [(id: UInt64, member: HTTPFlight)] in
            // Somebody else may have been sent for since.
            guard state.wakesAt == planned else { return [] }
            state.wakesAt = nil
            state.sleeper = nil
            return state.queue.takeDue(at: max(now, planned))
        }
        for (id, flight) in due {
            guard let next = flight.checkTime(max(now, planned)) else { continue }
            state.withLock { $0.queue.setAgain(id, at: next) }
        }
        state.withLock { schedule(&$0) }
    }

    private static func readings<C: Clock<Duration>>(
        of clock: C
    ) -> (@Sendable () -> Duration, @Sendable (Duration) async throws -> Void) {
        let start = clock.now
        return (
            { start.duration(to: clock.now) },
            { time in
                // What is longer than clocks can sleep is slept in parts.
                let until = min(start.advanced(by: time), clock.now.advanced(by: .longestSleep))
                try await clock.sleep(until: until, tolerance: nil)
            }
        )
    }
}
