/// One iteration of stored and fetched elements: stands as a caller in up to two flights and holds at most one consumer.
final class ResponseStream<R: Request>: Sendable {
    typealias Element = ResponseElement<R.Response>
    typealias Consumer = CheckedContinuation<Void, Never>

    /// What to iterate.
    struct Call: Sendable {
        let request: R
        let key: RequestKey?
        let duplicates: DuplicatePolicy
        let link: StoreLink
        let maximumAge: Duration?
        let wantsProgress: Bool
    }

    private struct State {
        var machine: StreamState<Stored<R.Response>, R.Response>
        var isTaken = false
        var hasBegun = false
        /// Whether somebody is in `next()`.
        var isAwaited = false
        var isLeft = false
        /// Whether the consumer has been told that its task was cancelled.
        var isToldOfLeaving = false
        /// Resumed to look again.
        var consumer: Consumer?
        /// Something has happened while nobody waited.
        var hasNews = false
        /// The flight whose baton this stream has been told of.
        var offered: Stand?
        var read: Stand?
        var network: Stand?

        var stands: [Stand] { [read, network].compactMap { $0 } }

        /// Whether the consumer is to be told now that its task was cancelled.
        mutating func takeCancellation() -> Bool {
            defer { isToldOfLeaving = isLeft }
            return isLeft && !isToldOfLeaving
        }

        mutating func takeConsumer() -> Consumer? {
            defer { consumer = nil }
            if consumer == nil { hasNews = true }
            return consumer
        }
    }

    /// A place in a flight.
    private struct Stand {
        let flight: Flight
        let token: Flight.Token
    }

    private let call: Call
    private let path: CallPath
    private let state: Lock<State>

    init(_ call: Call, path: CallPath) {
        self.call = call
        self.path = path
        state = Lock(State(machine: StreamState(link: call.link, readsStore: false)))
    }

    /// Whether an iteration was begun before; from now on one was.
    func isTaken() -> Bool {
        state.withLock { state in
            defer { state.isTaken = true }
            return state.isTaken
        }
    }
}

// MARK: - The consumer

extension ResponseStream {
    @concurrent
    func next() async throws -> Element? {
        let (isFirst, isAlone) = state.withLock { state in
            defer { (state.hasBegun, state.isAwaited) = (true, true) }
            return (!state.hasBegun, !state.isAwaited)
        }
        // Copies of one iterator could wait at once, and the place for the consumer would forget one.
        guard isAlone else { throw RequestError(.alreadyIterated) }
        defer { state.withLock { $0.isAwaited = false } }
        if isFirst { try await begin() }
        while true {
            if let offered = takeOffer() {
                await drive(offered)
                continue
            }
            switch state.withLock({ $0.machine.next() }) {
            case .stored(let stored): return .stored(stored)
            case .fetched(let value): return .fetched(value)
            case .progress:
                guard let flight = state.withLock({ $0.network })?.flight else { continue }
                return .progress(flight.look { $0.progress })
            case .failed(let error): throw error
            case .finished:
                guard state.withLock({ $0.takeCancellation() }) else { return nil }
                await leaveAndTell()
                throw CancellationError()
            case .wait: await wait()
            }
        }
    }

    /// Waits until there is something to look at, if only that this task was cancelled.
    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let looks = state.withLock { state in
                    guard !state.isLeft, !state.hasNews else {
                        state.hasNews = false
                        return true
                    }
                    state.consumer = continuation
                    return false
                }
                if looks { continuation.resume() }
            }
        } onCancel: {
            leave()?.resume()
        }
    }

    private func takeOffer() -> Stand? {
        state.withLock { state in
            defer { state.offered = nil }
            return state.offered
        }
    }

    /// Decodes for the flight whose baton was offered, if it is still to be had.
    private func drive(_ stand: Stand) async {
        guard case .drive = stand.flight.take(stand.token) else { return }
        await stand.flight.drive(as: stand.token)
    }
}

// MARK: - Beginning and leaving

extension ResponseStream {
    private func begin() async throws {
        let environment = path.environment
        let priority = Task.currentPriority.rawValue
        let subject = CallSubject(call.request, key: call.key)
        let network = NetworkFlight(call.request, subject, environment: environment)
        let read = StoredReadFlight(call.request, subject, maximumAge: call.maximumAge, environment: environment)
        let readsStore = network.storing != nil
        let side = FlightWaiter.stream(Side(stream: self, source: .network))
        _ = network.decide(.admit) { $0.admit(priority: priority, streaming: side) }
        if readsStore {
            let side = FlightWaiter.stream(Side(stream: self, source: .store))
            _ = read.decide(.admit) { $0.admit(priority: priority, streaming: side) }
        }
        // Known before the turn: a flight that is joined in it may end before the next line runs.
        state.withLock { state in
            state.machine = StreamState(link: call.link, readsStore: readsStore)
            state.network = Stand(flight: network, token: 0)
            state.read = readsStore ? Stand(flight: read, token: 0) : nil
        }
        let boarding: RequestCoordinator.Boarding
        do {
            boarding = try await path.board(
                network,
                call.duplicates,
                priority: priority,
                streaming: side,
                linking: readsStore ? read : nil
            )
        } catch {
            _ = leave()
            throw error
        }
        await boarding.replaced.resume()
        if boarding.readsStore {
            read.start()
        } else if readsStore {
            giveUp(read)
            readEnded(with: .failure(RequestError(.shutDown)))
        }
        switch boarding.place {
        case .started: network.start()
        case .joined(let flight, let token):
            giveUp(network)
            let stand = Stand(flight: flight, token: token)
            state.withLock { $0.network = stand }
            // Answered already, with nobody left to decode: it is this caller's to do.
            await drive(stand)
        case .refused(let error):
            giveUp(network)
            networkEnded(with: .failure(error))
        }
    }

    /// A flight that never began would keep this stream, which keeps it.
    private func giveUp(_ flight: Flight) {
        flight.leave(0)
        state.withLock { state in
            if state.network?.flight === flight { state.network = nil }
            if state.read?.flight === flight { state.read = nil }
        }
    }

    /// The consumer goes and both places are given up.
    ///
    /// - Returns: Who waits, to be told.
    private func leave() -> Consumer? {
        let (consumer, stands) = state.withLock { state in
            state.isLeft = true
            state.machine.stop()
            return (state.takeConsumer(), state.stands)
        }
        for stand in stands { stand.flight.leave(stand.token) }
        return consumer
    }

    /// The consumer's task was cancelled; it tells the table itself.
    private func leaveAndTell() async {
        _ = leave()
        for stand in state.withLock({ $0.stands }) { await path.depart(from: stand.flight) }
    }

    /// The iterator is gone and nobody awaits anything: the table learns of it by mail.
    func abandon() {
        let stands = state.withLock { $0.hasBegun && !$0.isLeft ? $0.stands : [] }
        _ = leave()
        for stand in stands where stand.flight.outcome == nil {
            path.environment.mailbox.post(.left(stand.flight))
        }
    }
}

// MARK: - What lands

extension ResponseStream {
    private enum Source { case store, network }

    /// What one of the flights sees of this stream.
    private final class Side: StreamSide {
        let stream: ResponseStream
        let source: Source

        init(stream: ResponseStream, source: Source) {
            self.stream = stream
            self.source = source
        }

        func progressed() { stream.progressed() }

        func ended(with outcome: Flight.Outcome) {
            switch source {
            case .store: stream.readEnded(with: outcome)
            case .network: stream.networkEnded(with: outcome)
            }
        }

        func accepts(_ flight: Flight) -> Bool { stream.accepts(flight) }
    }

    private func progressed() {
        guard call.wantsProgress else { return }
        let consumer = state.withLock { state in
            state.machine.progressed()
            return state.takeConsumer()
        }
        consumer?.resume()
    }

    private func readEnded(with outcome: Flight.Outcome) {
        let stored: Stored<R.Response>? = if case .success(let value) = outcome { value as? Stored } else { nil }
        let consumer = state.withLock { state in
            state.machine.readLanded(stored)
            return state.takeConsumer()
        }
        consumer?.resume()
    }

    private func networkEnded(with outcome: Flight.Outcome) {
        let outcome: Result<R.Response, any Error> =
            switch outcome {
            case .success(let value as R.Response): .success(value)
            case .success: .failure(RequestError(.incompatibleToJoin))
            case .failure(let error): .failure(error)
            }
        let (reason, read, consumer) = state.withLock { state in
            let reason = state.machine.networkLanded(outcome)
            return (reason, state.read?.flight, state.takeConsumer())
        }
        if let read {
            path.environment.mailbox.post(reason == nil ? .unlinked(read.id) : .ended(read.id))
            if let reason { read.cancel(reason)?.resumeAtOnce() }
        }
        consumer?.resume()
    }

    private func accepts(_ flight: Flight) -> Bool {
        let consumer = state.withLock { state -> Consumer? in
            guard state.consumer != nil, state.offered == nil,
                let stand = state.stands.first(where: { $0.flight === flight })
            else { return nil }
            state.offered = stand
            return state.takeConsumer()
        }
        consumer?.resume()
        return consumer != nil
    }
}

extension StoredReadFlight: LinkableRead {
    var isBound: Bool { true }
    var enlisted: FlightID? { nil }
    func enlist(as id: FlightID) {}
    func refuse(because reason: RequestError.Reason) async {}
}
