/// A stored read that is linked to a network call, of the same request or of another one.
///
/// ```swift
/// let read = coordinator.storedRead(of: LastFeed(), link: .dependFull)
/// async let stored = read.value
/// let fresh = try await coordinator.response(for: GetFeed(), linking: read)
/// ```
///
/// It begins with the call it is passed to, which it binds to once, and ends with this object. While that call is in
/// flight, cancelling is a matter of the call and of the ``StoreLink``; afterwards the read is found by itself.
public final class StoredRead<R: Request>: Sendable {
    private struct State {
        var isBound = false
        var enlisted: FlightID?
        /// Made with the first call, off the actor of whoever made this object.
        var flight: StoredReadFlight<R>?
    }

    private let request: R
    let link: StoreLink
    private let maximumAge: Duration?
    private let path: CallPath
    private let state = Lock(State())

    init(_ request: R, link: StoreLink, maximumAge: Duration?, path: CallPath) {
        self.request = request
        self.link = link
        self.maximumAge = maximumAge
        self.path = path
    }

    deinit {
        // Whether it is in the table or not, nobody can ask for it any more.
        if let flight = state.withLock({ $0.flight }) { path.environment.mailbox.post(.dropped(flight)) }
    }

    /// The one flight of this read; what is asked of the request is asked by whoever needs it first.
    private var flight: StoredReadFlight<R> {
        if let flight = state.withLock({ $0.flight }) { return flight }
        let made = StoredReadFlight(
            request,
            CallSubject(request, key: nil),
            maximumAge: maximumAge,
            environment: path.environment,
            finishesUnattended: true
        )
        return state.withLock { state in
            let flight = state.flight ?? made
            state.flight = flight
            return flight
        }
    }

    /// What the read gives.
    ///
    /// May be awaited before the call, any number of times, by any number of tasks; it waits for the call to begin, so await
    /// it before the call only from another task.
    ///
    /// Cancelling the calling task ends this wait and nothing else.
    ///
    /// Throws ``RequestError`` with one of the reasons `linkedCallSucceeded`, `linkedCallCancelled` and
    /// `linkedCallDuplicate` if the network call decided that it is not wanted, else as
    /// ``RequestCoordinator/storedResponse(for:maximumAge:)``.
    public var value: Stored<R.Response> {
        get async throws { try await stored() }
    }

    @concurrent
    private func stored() async throws -> Stored<R.Response> {
        let flight = flight
        // Once it is in the table, whatever ends it ends it on its cell.
        if !flight.id.isGiven { try await path.enlist(self) }
        let priority = Task.currentPriority.rawValue
        let outcome: any Sendable
        if let token = flight.decide(.admit, { $0.admit(priority: priority) }) {
            outcome = try await path.ride(flight, as: token)
        } else {
            outcome = try (flight.outcome ?? .failure(RequestError(.notStored))).get()
        }
        guard let stored = outcome as? Stored<R.Response> else { throw RequestError(.notStored) }
        return stored
    }

    /// Whether it is of this coordinator: its place is in that one's table, and numbers there mean nothing elsewhere.
    func isMade(by environment: FlightEnvironment) -> Bool { path.environment === environment }

    /// Takes the read for one network call; `false` if another has it.
    func bind() -> Bool {
        _ = flight
        return state.withLock { state in
            defer { state.isBound = true }
            return !state.isBound
        }
    }

    /// The network call it is linked to has come out.
    func land(_ landing: NetworkLanding) async {
        guard let reason = link.cancellation(on: landing) else {
            // Where the call was over before its turn, the read is not in flight yet.
            if !flight.id.isGiven {
                do { try await path.admit(self) } catch { return await refuse(because: error.reason) }
            }
            flight.start()
            return path.environment.mailbox.post(.unlinked(flight.id))
        }
        path.environment.mailbox.post(.ended(flight.id))
        await flight.cancel(reason)?.resume()
    }
}

extension StoredRead: LinkableRead {
    var isBound: Bool { state.withLock { $0.isBound } }

    var enlisted: FlightID? { state.withLock { $0.enlisted } }

    func enlist(as id: FlightID) {
        state.withLock { $0.enlisted = id }
    }

    func candidate(_ stage: RequestCoordinator.Table.Stage) -> RequestCoordinator.Table.Candidate {
        var candidate = flight.candidate(stage)
        // Whoever awaits it may leave; it ends with the object.
        candidate.abandonment = .finish
        return candidate
    }

    func start() {
        flight.start()
    }

    func refuse(because reason: RequestError.Reason) async {
        await flight.cancel(reason)?.resume()
    }
}

/// A stored read as a network call takes it on.
protocol LinkableRead: Sendable {
    var isBound: Bool { get }
    /// Its number, if it is in the table already.
    var enlisted: FlightID? { get }
    func enlist(as id: FlightID)
    func candidate(_ stage: RequestCoordinator.Table.Stage) -> RequestCoordinator.Table.Candidate
    func start()
    /// The coordinator takes no calls any more.
    func refuse(because reason: RequestError.Reason) async
}
