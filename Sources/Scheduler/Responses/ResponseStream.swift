/// One iteration of stored and fetched elements: stands as a caller in up to two flights and holds at most one consumer.
final class ResponseStream<R: Request>: Sendable {
    typealias Element = ResponseElement<R.Response>
    private typealias Waiter = StreamConsumer.Waiter
    private typealias Stand = StreamConsumer.Stand

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
        var consumer = StreamConsumer()
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
        state.withLock { $0.consumer.claim() }
    }
}

// MARK: - The consumer

extension ResponseStream {
    @concurrent
    func next() async throws -> Element? {
        let (isFirst, isAlone) = state.withLock { $0.consumer.enter() }
        // Copies of one iterator could wait at once, and the place for the consumer would forget one.
        guard isAlone else { throw RequestError(.alreadyIterated) }
        defer { state.withLock { $0.consumer.isAwaited = false } }
        if isFirst { try await begin() }
        while true {
            if let offered = state.withLock({ $0.consumer.takeOffer() }) {
                await drive(offered)
                continue
            }
            switch state.withLock({ $0.machine.next() }) {
            case .stored(let stored): return .stored(stored)
            case .fetched(let value): return .fetched(value)
            case .progress:
                guard let flight = state.withLock({ $0.consumer.network })?.flight else { continue }
                return .progress(flight.look { $0.progress })
            case .failed(let error): throw error
            case .finished:
                guard state.withLock({ $0.consumer.takeCancellation() }) else { return nil }
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
                let waits = state.withLock { $0.consumer.wait(continuation) }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            leave()?.resume()
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
            state.consumer.network = Stand(flight: network, token: 0)
            state.consumer.read = readsStore ? Stand(flight: read, token: 0) : nil
        }
        let boarding: RequestCoordinator.Boarding
        do {
            boarding = try await path.reference.coordinator.board(
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
            state.withLock { $0.consumer.network = stand }
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
        state.withLock { $0.consumer.giveUp(flight) }
    }

    /// The consumer goes and both places are given up.
    ///
    /// - Returns: Who waits, to be told.
    private func leave() -> Waiter? {
        let (waiter, stands) = state.withLock { state in
            state.consumer.isLeft = true
            state.machine.stop()
            return (state.consumer.takeWaiter(), state.consumer.stands)
        }
        for stand in stands { stand.flight.leave(stand.token) }
        return waiter
    }

    /// The consumer's task was cancelled; it tells the table itself.
    private func leaveAndTell() async {
        _ = leave()
        for stand in state.withLock({ $0.consumer.stands }) { await path.depart(from: stand.flight) }
    }

    /// The iterator is gone and nobody awaits anything: the table learns of it by mail.
    func abandon() {
        let stands = state.withLock { $0.consumer.hasBegun && !$0.consumer.isLeft ? $0.consumer.stands : [] }
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
        let waiter = state.withLock { state in
            state.machine.progressed()
            return state.consumer.takeWaiter()
        }
        waiter?.resume()
    }

    private func readEnded(with outcome: Flight.Outcome) {
        let stored: Stored<R.Response>? = if case .success(let value) = outcome { value as? Stored } else { nil }
        let waiter = state.withLock { state in
            state.machine.readLanded(stored)
            return state.consumer.takeWaiter()
        }
        waiter?.resume()
    }

    private func networkEnded(with outcome: Flight.Outcome) {
        let outcome: Result<R.Response, any Error> =
            switch outcome {
            case .success(let value as R.Response): .success(value)
            case .success: .failure(RequestError(.incompatibleToJoin))
            case .failure(let error): .failure(error)
            }
        let (reason, read, waiter) = state.withLock { state in
            let reason = state.machine.networkLanded(outcome)
            return (reason, state.consumer.read?.flight, state.consumer.takeWaiter())
        }
        if let read {
            path.environment.mailbox.post(reason == nil ? .unlinked(read.id) : .ended(read.id))
            if let reason { read.cancel(reason)?.resumeAtOnce() }
        }
        waiter?.resume()
    }

    private func accepts(_ flight: Flight) -> Bool {
        let waiter = state.withLock { $0.consumer.offer(flight) }
        waiter?.resume()
        return waiter != nil
    }
}

extension StoredReadFlight: LinkableRead {
    var isBound: Bool { true }
    var enlisted: FlightID? { nil }
    func enlist(as id: FlightID) {}
    func refuse(because reason: RequestError.Reason) async {}
}
