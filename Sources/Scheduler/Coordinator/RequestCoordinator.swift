/// Takes typed requests and gives typed values: decides which transport serves a request, whether an equal one is in
/// flight, what is read from a store first and written back, and what cancelling means.
///
/// ```swift
/// let coordinator = RequestCoordinator(transports: [HTTPTransport()], stores: [MemoryStore()])
/// let user = try await coordinator.response(for: GetUser(id: 7), duplicates: .join)
/// ```
///
/// The actor owns the table of what is in flight and nothing else. Every call makes one *turn* in it, in which looking up,
/// deciding about duplicates and inserting are one step; all waiting, sending, decoding and storing happen outside, never
/// on the caller's actor. Every accepted call ends in exactly one outcome.
///
/// Calls that are awaited and streams that are iterated keep it alive. When it is released, whatever else is in flight ends
/// with ``RequestError/Reason/released``.
public actor RequestCoordinator {
    typealias Table = InFlightTable<Flight, FlightIdentity, RequestKey>

    nonisolated let environment: FlightEnvironment
    private nonisolated let configuration: Configuration
    nonisolated var journal: FlightJournal? { environment.journal }
    var table = Table()
    var mail: ContiguousArray<Mailbox.Message> = []
    var sleeper: (deadline: Duration, task: Task<Void, Never>)?
    let quiescence = Completion<Void>()

    /// A coordinator over these transports, asked in order, and these stores.
    public init(
        transports: [any Transport],
        stores: [any Store] = [],
        configuration: Configuration = Configuration()
    ) {
        self.configuration = configuration
        environment = FlightEnvironment(transports: transports, stores: stores, configuration: configuration)
        environment.spawn { [weak self, bell = environment.mailbox.bell] in
            for await _ in bell { await self?.takeMail() }
        }
    }

    deinit {
        sleeper?.task.cancel()
        environment.mailbox.close()
        for flight in table.close() { flight.cancel(.released)?.resumeAtOnce() }
        environment.removals.close(because: .released)
        environment.events.close()
        environment.activity.close()
    }

    /// Another coordinator over the same transports and stores, with a table of its own: calls of the two are never
    /// duplicates of each other, and cancelling in one does not reach the other.
    public nonisolated func clone() -> RequestCoordinator {
        RequestCoordinator(
            transports: environment.transports,
            stores: environment.stores,
            configuration: configuration
        )
    }
}

// MARK: - Turns

extension RequestCoordinator {
    /// How a call got into the table.
    struct Boarding: Sendable {
        enum Place: Sendable {
            case started
            case joined(Flight, Flight.Token)
            case refused(RequestError)
        }

        var place: Place
        /// Flights that were replaced; to be settled outside the turn.
        var replaced: [Settlement] = []
        /// Whether the stored read that came along is to be begun.
        var readsStore = false
    }

    /// A call's turn: mail, look-up, decision and insertion, with no suspension between.
    func board(
        _ flight: Flight,
        in stage: Table.Stage = .network,
        _ duplicates: DuplicatePolicy,
        priority: UInt8,
        streaming stream: FlightWaiter? = nil,
        linking read: (any LinkableRead)? = nil
    ) throws -> Boarding {
        takeMail()
        try Task.checkCancellation()
        // The read first: it is no duplicate of its own call, and a flight that is joined may end on another thread at once
        // and the read with it.
        let readsStore = read.map(link) ?? false
        var boarding = begin(flight.candidate(stage), duplicates, priority: priority, streaming: stream)
        boarding.readsStore = readsStore
        return boarding
    }

    private func begin(
        _ candidate: Table.Candidate,
        _ duplicates: DuplicatePolicy,
        priority: UInt8,
        streaming stream: FlightWaiter? = nil
    ) -> Boarding {
        while true {
            let beginning = table.begin(candidate, duplicates)
            journal?.record(.begin(candidate, duplicates, beginning))
            switch beginning {
            case .started(let id, let replacing):
                enter(candidate.flight, as: id)
                return Boarding(place: .started, replaced: replacing.compactMap { $0.cancel(.replaced) })
            case .joined(let id, let flight):
                if let token = flight.decide(.admit, { $0.admit(priority: priority, streaming: stream) }) {
                    table.arrive(id)
                    journal?.record(.arrive(id))
                    return Boarding(place: .joined(flight, token))
                }
                end(id)  // It has ended, and its message is on its way.
            case .refused(let reason, let replacing):
                return Boarding(
                    place: .refused(.decision(reason)),
                    replaced: replacing.compactMap { $0.cancel(.replaced) }
                )
            }
        }
    }

    private func enter(_ flight: Flight, as id: FlightID) {
        flight.id = id
        if flight.showsActivity { environment.activity.begin() }
        environment.events.send(.began(flight.eventSubject))
    }

    func end(_ id: FlightID) {
        let flight = table.end(id)
        journal?.record(.end(id, flight))
    }

    /// What becomes of a call whose stored read gave nothing it can use.
    enum Advance: Sendable {
        case boarded(Boarding)
        /// Something was written or removed since the read began: it reads once more, and this is that read.
        case readAgain(Flight)
        /// The call was ended meanwhile.
        case over(Flight.Outcome)
    }

    /// The turn between a call's stored read and its network stage.
    func advance<R: Request>(
        from read: StoredReadFlight<R>,
        because miss: any Error,
        mayReadAgain: Bool,
        to flight: Flight,
        _ duplicates: DuplicatePolicy,
        priority: UInt8
    ) -> Advance {
        takeMail()
        let outcome = Flight.Outcome.failure(miss)
        guard read.endInTurn(outcome) else {
            return .over(read.outcome ?? outcome)
        }
        let isOutdated = read.isOutdated
        read.conclude(outcome)
        end(read.id)
        if mayReadAgain, isOutdated {
            let again = read.again()
            again.decide(.admit) { _ = $0.admit(priority: priority) }
            let boarding = begin(again.candidate(.reading), .allow, priority: priority)
            if case .started = boarding.place { return .readAgain(again) }
            return .boarded(boarding)
        }
        return .boarded(begin(flight.candidate(), duplicates, priority: priority))
    }

    /// The turn of a caller that has left a flight.
    func depart(from flight: Flight) -> Settlement? {
        takeMail()
        return learnDeparture(from: flight)
    }

    func learnDeparture(from flight: Flight) -> Settlement? {
        let remaining = flight.look { $0.callers }
        let now = environment.time.now()
        let departure = table.leave(flight.id, remaining: remaining, at: now)
        journal?.record(.leave(flight.id, remaining: remaining, now: now, departure))
        scheduleTimer()
        guard case .cancel(let flight) = departure else { return nil }
        return flight.cancel(.cancelled)
    }

    /// Ends everything that matches; what it returns is to be settled outside the turn.
    func take(_ selector: Table.Selector, because reason: RequestError.Reason = .cancelled) -> [Settlement] {
        takeMail()
        let flights = table.take(selector)
        journal?.record(.take(selector, flights))
        return flights.compactMap { $0.cancel(reason) }
    }

    func holds(_ selector: Table.Selector) -> Bool {
        takeMail()
        return table.contains(selector)
    }

    /// Everything in flight.
    func entries() -> [(id: FlightID, entry: Table.Candidate)] {
        takeMail()
        return table.entries
    }

    /// What a selector means of everything in flight.
    func entries(matching selector: Table.Selector) -> [(id: FlightID, entry: Table.Candidate)] {
        takeMail()
        return table.entries(matching: selector)
    }

    /// Accepts nothing more and ends everything.
    func close() -> [Settlement] {
        takeMail()
        let flights = table.close()
        journal?.record(.close(flights))
        environment.mailbox.setAwaited(true)
        let settlements = flights.compactMap { $0.cancel(.shutDown) }
        takeMail()  // A write that began before its flight was ended here was announced before that.
        checkQuiescence()
        return settlements
    }

    /// Waits until a closed table has seen the end of every write.
    nonisolated func quiesce() async -> Bool {
        // Only a cancelled task gets an error, and it wants to wait no longer.
        (try? await quiescence.value()) != nil
    }

    /// Whether nothing at all is kept for anyone.
    package func isIdle() -> Bool {
        takeMail()
        return table.isIdle && mail.isEmpty
    }
}

// MARK: - Stored reads that are linked

extension RequestCoordinator {
    private func link(_ read: any LinkableRead) -> Bool {
        if let id = read.enlisted {
            table.relink(id)
            journal?.record(.relink(id))
            return true
        }
        let candidate = read.candidate(.linkedReading)
        let id = table.link(candidate)
        journal?.record(.link(candidate, id))
        guard let id else { return false }
        enter(candidate.flight, as: id)
        return true
    }

    /// A stored read that is awaited before a network call has taken it on: found by itself until then.
    func enlist(_ read: any LinkableRead) -> Bool {
        read.isBound || read.enlisted != nil || admit(read)
    }

    /// Takes a stored read in that no network call in flight answers for; `false` if nothing is taken in any more.
    func admit(_ read: any LinkableRead) -> Bool {
        takeMail()
        let candidate = read.candidate(.reading)
        let boarding = begin(candidate, .allow, priority: 0)
        guard case .started = boarding.place else { return false }
        read.enlist(as: candidate.flight.id)
        return true
    }
}
