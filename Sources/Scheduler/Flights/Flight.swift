import Synchronization

/// One piece of work that callers wait for: what is common to flights over a transport and calls that read the store.
///
/// It keeps its environment and never its coordinator. Its only mutable state is the cell, and the place in the table,
/// written once inside the turn that inserts it.
class Flight: @unchecked Sendable {  // Immutable but for `cell` and `place`, which guard themselves; so are subclasses.
    typealias Answer = Result<any Sendable, any Error>
    typealias Outcome = Result<any Sendable, any Error>
    typealias Cell = FlightCell<FlightWaiter, Answer, Outcome>
    typealias Step = Cell.Step
    typealias Token = Cell.Token

    let environment: FlightEnvironment
    /// The type of the request.
    let requestType: any Request.Type
    let identityHash: Int?
    let key: RequestKey?
    let cell: Lock<Cell>
    private let place = Atomic<UInt64>(0)

    init(
        environment: FlightEnvironment,
        requestType: any Request.Type,
        identityHash: Int?,
        key: RequestKey?,
        finishesUnattended: Bool
    ) {
        self.environment = environment
        self.requestType = requestType
        self.identityHash = identityHash
        self.key = key
        cell = Lock(Cell(finishesUnattended: finishesUnattended))
    }

    /// Its number, once it is in the table.
    var id: FlightID {
        get { FlightID(rawValue: place.load(ordering: .relaxed)) }
        set { place.store(newValue.rawValue, ordering: .relaxed) }
    }

    // MARK: What a kind of flight is

    /// Whether its request is of the same identity.
    func isSame(as other: Flight) -> Bool { self === other }

    /// Begins the work. Called at most once, and not for a flight that has ended.
    func start() {}

    /// Turns an answer into an outcome. Synchronous user code, run by whoever has the baton.
    func decode(_ answer: Answer) -> Outcome { answer }

    /// Where decoding must run, if not just anywhere.
    var decodingExecutor: (any TaskExecutor)? { nil }

    /// Stores a value before anyone gets it; `false` if there is nothing to store or the flight has ended.
    func beginCommit(_ value: any Sendable, of answer: Answer) -> Bool { false }
}

// MARK: - The transport's side

extension Flight: ResultSink {
    func progress(_ progress: TransferProgress) {
        for waiter in cell.withLock({ $0.report(progress) }) { waiter.tellProgress() }
    }

    func finish(_ result: Result<any Sendable, any Error>) {
        handOver(cell.withLock { $0.answer(result) })
    }

    func onCancel(_ handler: @escaping @Sendable () -> Void) {
        if cell.withLock({ $0.onCancel(handler) }) { handler() }
    }

    /// Brings a free baton to whoever is to have it.
    func handOver(_ handover: Cell.Handover) {
        switch handover {
        case .none: return
        case .wake(let waiter, let answer): waiter.resume(.drive(answer))
        case .offer(let streams):
            if streams.contains(where: { $0.accepts(self) }) { return }
            driveUnattended()
        case .unattended: driveUnattended()
        }
    }

    private func driveUnattended() {
        environment.spawn { [self] in
            if case .drive(let answer) = cell.withLock({ $0.take(nil) }) { await drive(answer) }
        }
    }
}

// MARK: - The driver

extension Flight {
    /// Decodes and commits or ends. Whoever calls it has the baton.
    ///
    /// - Returns: `false` if a caller could not decode because its own task was cancelled; it has left the flight, and
    ///   somebody else drives.
    @discardableResult
    func drive(_ answer: Answer, as token: Token? = nil) async -> Bool {
        let outcome = await decodeInPlace(answer)
        if case .failure = outcome, let token, Task.isCancelled {
            // The failure may be no more than the cancellation of this task, which concerns nobody else.
            handOver(cell.withLock { $0.giveBack(token) })
            return false
        }
        if case .success(let value) = outcome, beginCommit(value, of: answer) { return true }
        await end(outcome)
        return true
    }

    func decodeInPlace(_ answer: Answer) async -> Outcome {
        guard let executor = decodingExecutor else { return decode(answer) }
        return await withTaskExecutorPreference(executor) { decode(answer) }
    }

    /// The one end, unless a decision came first. Posted before it happens, so that a call made by anyone who knows of it
    /// finds the flight gone.
    func end(_ outcome: Outcome) async {
        environment.mailbox.post(.ended(id))
        guard let settlement = cell.withLock({ $0.end(outcome) }) else { return }
        announceEnd(outcome)
        await settlement.resume()
    }

    /// Tells observers of the end, if they were told of the beginning: a stored read may end without ever being in flight.
    func announceEnd(_ outcome: Outcome) {
        guard id.isGiven else { return }
        environment.events.send(.ended(eventSubject, RequestEvent.Ending(outcome)))
    }

    var eventSubject: RequestEvent.Flight {
        RequestEvent.Flight(id: id, requestType: String(describing: requestType))
    }

    /// Ends the flight by a decision; what it returns is to be settled, outside any isolation.
    func cancel(_ reason: RequestError.Reason) -> Settlement? {
        let outcome = Outcome.failure(RequestError(reason))
        guard let settlement = cell.withLock({ $0.cancel(outcome) }) else { return nil }
        announceEnd(outcome)
        return settlement
    }

    /// Storing takes too long: the value is delivered and the write revoked.
    func endCommit() -> Settlement? {
        guard let settlement = cell.withLock({ $0.endCommit() }) else { return nil }
        environment.events.send(
            .storeFailed(
                .init(operation: .writeInTime, requestType: String(describing: requestType), error: nil)))
        announceEnd(settlement.outcome)
        return settlement
    }

    /// How it ended, if it has.
    var outcome: Outcome? {
        cell.withLock { if case .ended(let outcome) = $0.phase { outcome } else { nil } }
    }
}
