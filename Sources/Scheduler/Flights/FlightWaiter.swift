/// Who waits on a flight: a suspended call, or a stream.
enum FlightWaiter: Sendable {
    #if DEBUG
        typealias Continuation = CheckedContinuation<Flight.Step, Never>
    #else
        // FlightCell takes a waiter out before it hands it over: resumed exactly once. Debug builds check it.
        typealias Continuation = UnsafeContinuation<Flight.Step, Never>  // Proof above; saves an allocation a call.
    #endif

    case call(Continuation)
    case stream(any StreamSide)

    /// Resumes a call; a stream that is no longer wanted has nothing to be told.
    func resume(_ step: Flight.Step) {
        if case .call(let continuation) = self { continuation.resume(returning: step) }
    }

    /// Tells of the end of its flight.
    func end(_ flight: Flight) {
        switch self {
        case .call(let continuation): continuation.resume(returning: .ended(()))
        case .stream(let side): if let outcome = flight.outcome { side.ended(with: outcome) }
        }
    }

    /// Tells a stream that there is progress to be seen.
    func tellProgress() {
        if case .stream(let side) = self { side.progressed() }
    }

    /// Whether a stream that waits for its next element takes the baton of its flight.
    func accepts(_ flight: Flight) -> Bool {
        if case .stream(let side) = self { side.accepts(flight) } else { false }
    }

    /// Suspends a call until it is resumed with its next step.
    nonisolated(nonsending) static func suspend(_ body: (Continuation) -> Void) async -> Flight.Step {
        #if DEBUG
            await withCheckedContinuation(body)
        #else
            await withUnsafeContinuation(body)  // See the proof at `Continuation`.
        #endif
    }
}

/// The part of a stream that stands in one flight.
///
/// An object, so that a waiter is copied as a word and a count: every event of a cell looks at waiters.
protocol StreamSide: AnyObject, Sendable {
    /// There is progress to be seen.
    func progressed()
    /// The flight has ended.
    func ended(with outcome: Flight.Outcome)
    /// Whether the stream waits for its next element and will take the flight's baton.
    func accepts(_ flight: Flight) -> Bool
}
