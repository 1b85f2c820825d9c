/// The ends of a flight: an outcome, a decision, or a store that takes too long.
extension Flight {
    /// The one end, unless a decision came first.
    ///
    /// Posted before it happens, so that a call made by anyone who knows of it finds the flight gone.
    ///
    /// - Returns: Who is to be told, if anyone is.
    func end(_ outcome: Outcome) -> Settlement? {
        // The table keeps the flight, and with it what it ended with, until a turn.
        environment.mailbox.post(.ended(id), isPressing: subject.isOngoing)
        guard let settlement = settle(.end, as: outcome, { $0.end(()) }) else { return nil }
        conclude(outcome)
        return settlement.isEmpty ? nil : settlement
    }

    /// Tells the cell of an end, and keeps how it ended if it is the one.
    private func settle(
        _ event: CellEvent,
        as outcome: Outcome,
        _ body: (inout Cell) -> Cell.Settlement?
    ) -> Settlement? {
        var content = Optional(outcome)
        let settlement = change(event) { state in
            let settlement = body(&state.cell)
            // What was there is let go of outside the lock: it may be a user's object.
            if settlement != nil { swap(&content, &state.content) }
            return settlement
        }
        return settlement.map { Settlement($0, of: self) }
    }

    /// The end of a stored read, whose table already knows.
    func endInTurn(_ outcome: Outcome) -> Bool {
        settle(.end, as: outcome) { $0.end(()) } != nil
    }

    /// The answer is decoded and is to be stored; see ``FlightCell/beginCommit(_:revoke:)``.
    func beginCommit(_ outcome: Outcome, revoke: @escaping @Sendable () -> Void) -> Bool {
        var content = Optional(outcome)
        return change(.beginCommit) { state in
            guard state.cell.beginCommit((), revoke: revoke) else { return false }
            swap(&content, &state.content)
            return true
        }
    }

    /// It has ended: whoever ended it lets go of what it needed, and tells observers if they were told of the beginning.
    ///
    /// A stored read may end without ever being in flight.
    func conclude(_ outcome: Outcome) {
        letGo()
        guard id.isGiven else { return }
        if showsActivity { environment.activity.end() }
        environment.events.send(.ended(eventSubject, RequestEvent.Ending(outcome)))
    }

    /// Tells observers of a fault of a store; no call fails for it unless it asked for nothing but the store.
    func report(_ operation: RequestEvent.StoreFailure.Operation, _ error: (any Error)?) {
        environment.events.send(
            .storeFailed(.init(operation: operation, requestType: String(describing: subject.type), error: error))
        )
    }

    var eventSubject: RequestEvent.Flight {
        RequestEvent.Flight(id: id, requestType: String(describing: subject.type))
    }

    /// Ends the flight by a decision; what it returns is to be settled, outside any isolation.
    func cancel(_ reason: RequestError.Reason) -> Settlement? {
        let outcome = Outcome.failure(RequestError.decision(reason))
        guard let settlement = settle(.cancel, as: outcome, { $0.cancel(()) }) else { return nil }
        conclude(outcome)
        return settlement
    }

    /// Storing takes too long: the value is delivered and the write revoked.
    func endCommit() -> Settlement? {
        guard let settlement = decide(.endCommit, { $0.endCommit() }), let outcome else { return nil }
        report(.writeInTime, nil)
        conclude(outcome)
        return Settlement(settlement, of: self)
    }

    /// How it ended, if it has.
    var outcome: Outcome? {
        state.withLock { $0.cell.hasEnded ? $0.content : nil }
    }

    /// What it ended with, for those who were told that it has.
    @inline(never)
    final var value: any Sendable {
        get throws {
            guard let content else { throw RequestError(.noResult) }
            return try content.get()
        }
    }
}
