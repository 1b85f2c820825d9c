import Synchronization

/// One piece of work that callers wait for: what is common to flights over a transport and calls that read the store.
///
/// It keeps its environment and never its coordinator. Its only mutable state is the cell with what it was answered, and the
/// place in the table, written once inside the turn that inserts it.
// Unchecked: immutable but for `state` and `place`, which guard themselves; so are subclasses.
class Flight: @unchecked Sendable {
    typealias Answer = FlightContent
    typealias Outcome = FlightContent
    /// It hands along that there is something; what it is stays in the flight, for it is dear to copy.
    typealias Cell = FlightCell<FlightWaiter, Void, Void>
    typealias Step = Cell.Step
    typealias Token = Cell.Token

    let environment: FlightEnvironment
    let subject: CallSubject
    private let state: Lock<State>
    private let place = Atomic<UInt64>(0)

    init(_ subject: CallSubject, environment: FlightEnvironment, finishesUnattended: Bool) {
        self.environment = environment
        self.subject = subject
        state = Lock(State(cell: Cell(finishesUnattended: finishesUnattended)))
    }

    /// Its number, once it is in the table.
    var id: FlightID {
        get { FlightID(rawValue: place.load(ordering: .relaxed)) }
        set { place.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Tells the cell of an event and returns what it decides.
    @inline(__always)
    final func decide<Decision: Sendable>(_ event: CellEvent, _ body: (inout Cell) -> Decision) -> Decision {
        change(event) { body(&$0.cell) }
    }

    /// As ``decide(_:_:)``, for events that bring something along.
    @inline(__always)
    private final func change<Decision: Sendable>(_ event: CellEvent, _ body: (inout State) -> Decision) -> Decision {
        state.withLock { state in
            if let journal = environment.journal { journal.record(event, in: CellPhase(state.cell.phase)) }
            return body(&state)
        }
    }

    /// A caller arrives, or asks for a baton it was told of; see ``FlightCell/take(_:)``.
    @inline(never)
    final func take(_ token: Token?) -> Step {
        decide(.take) { $0.take(token) }
    }

    /// Looks at the cell.
    final func look<Value: Sendable>(_ body: (borrowing Cell) -> Value) -> Value {
        state.withLock { body($0.cell) }
    }

    /// What it was answered, for whoever has the baton; how it ended, for everyone once it has.
    final var content: FlightContent? {
        state.withLock { $0.content }
    }

    final var storing: StoringPlan? { subject.storing }

    /// What the table is to know of this flight in a stage of its call; asks nothing of the request any more.
    final func candidate(
        _ stage: RequestCoordinator.Table.Stage = .network
    ) -> RequestCoordinator.Table.Candidate {
        .init(
            flight: self,
            stage: stage,
            type: ObjectIdentifier(subject.type),
            identity: FlightIdentity(of: self),
            key: subject.key,
            keyType: subject.key?.type,
            isSafe: subject.isSafe,
            storing: subject.storing,
            abandonment: stage == .network ? subject.abandonment : .cancel,
            hasTransport: hasTransport
        )
    }

    // MARK: What a kind of flight is

    /// Whether a transport supports the request, for a flight that needs one.
    var hasTransport: Bool { true }

    /// Whether its request is of the same identity.
    func isSame(as other: Flight) -> Bool { self === other }

    /// Begins the work.
    ///
    /// Called at most once, and not for a flight that has ended.
    func start() {}

    /// Turns an answer into an outcome.
    ///
    /// Synchronous user code, run by whoever has the baton.
    func decode(_ answer: Answer) -> Outcome { answer }

    /// Where decoding must run, if not just anywhere.
    var decodingExecutor: (any TaskExecutor)? { nil }

    /// Whether it is shown from its beginning to its end.
    var showsActivity: Bool { false }

    /// Lets go of what only a flight that has not ended needs.
    ///
    /// Somebody may keep the flight for long afterwards: a transport its channel, a store its task.
    func letGo() {}

    /// Brings the store up to date before anyone gets the outcome; `false` if there is nothing to do or the flight has ended.
    func beginCommit(_ outcome: Outcome, of answer: Answer) -> Bool { false }
}

extension Flight {
    fileprivate struct State {
        var cell: Cell
        /// The answer until it is decoded, then the outcome.
        var content: FlightContent?
    }
}

// MARK: - The transport's side

extension Flight: ResultSink {
    func progress(_ progress: TransferProgress) {
        for waiter in decide(.report, { $0.report(progress) }) { waiter.tellProgress() }
    }

    func finish(_ result: Result<any Sendable, any Error>) {
        handOver(
            change(.answer) { state in
                if state.cell.isOpen { state.content = FlightContent(result) }
                return state.cell.answer(())
            }
        )
    }

    func onCancel(_ handler: @escaping @Sendable () -> Void) {
        if decide(.onCancel, { $0.onCancel(handler) }) { handler() }
    }

    /// Brings a free baton to whoever is to have it.
    func handOver(_ handover: Cell.Handover) {
        switch handover {
        case .none: return
        case .wake(let waiter, _): waiter.resume(.drive(()))
        case .offer(let streams):
            if streams.contains(where: { $0.accepts(self) }) { return }
            driveUnattended()
        case .unattended: driveUnattended()
        }
    }

    private func driveUnattended() {
        environment.spawn { [self] in
            if case .drive = take(nil) { await drive() }
        }
    }
}

// MARK: - The driver

extension Flight {
    /// Decodes and commits or ends.
    ///
    /// Whoever calls it has the baton.
    ///
    /// A caller whose own task was cancelled meanwhile has left when this returns. If it could not decode either, somebody
    /// else drives.
    @inline(never)
    func drive(as token: Token? = nil) async {
        guard let answer = content else { return }
        await complete(with: await decodeInPlace(answer), of: answer, as: token)?.resume()
    }

    /// As ``drive(as:)`` for a flight that decodes anywhere.
    ///
    /// - Returns: Who is to be told of the end, if anyone is.
    // Not inlined: what it works with would have its place in the frame of every call that waits.
    @inline(never)
    func driveInPlace(as token: Token) -> Settlement? {
        guard let answer = content else { return nil }
        return complete(with: decode(answer), of: answer, as: token)
    }

    private func complete(with outcome: Outcome, of answer: Answer, as token: Token?) -> Settlement? {
        if let token, Task.isCancelled {
            if case .failure = outcome {
                // The failure may be no more than the cancellation of this task, which concerns nobody else.
                handOver(decide(.giveBack) { $0.giveBack(token) })
                return nil
            }
            leave(token)
        }
        if beginCommit(outcome, of: answer) { return nil }
        return end(outcome)
    }

    /// A caller leaves; if the baton was left for it, somebody else gets it.
    func leave(_ token: Token) {
        let leaving = decide(.leave) { $0.leave(token) }
        leaving.waiter?.resume(.left)
        handOver(leaving.handover)
    }

    func decodeInPlace(_ answer: Answer) async -> Outcome {
        guard let executor = decodingExecutor else { return decode(answer) }
        return await withTaskExecutorPreference(executor) { decode(answer) }
    }

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
