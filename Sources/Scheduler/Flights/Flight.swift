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
    let state: Lock<State>
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
    final func change<Decision: Sendable>(_ event: CellEvent, _ body: (inout State) -> Decision) -> Decision {
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
    struct State {
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
