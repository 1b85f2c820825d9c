/// Work at a transport, shared by everyone who joined it.
final class NetworkFlight<R: Request>: RequestFlight<R>, @unchecked Sendable {  // Adds `let`s and a lock.
    /// Not optional, so that it is called where it is: to look into an optional one is to copy it.
    private let transport: any Transport
    private let isServed: Bool
    private let isShown: Bool
    private let permit = Lock(WritePermit?.none)

    init(_ request: R, _ subject: CallSubject, environment: FlightEnvironment) {
        let transport = environment.transports.first { $0.supports(request) }
        self.transport = transport ?? NoTransport()
        isServed = transport != nil
        isShown = subject.showsActivity ?? transport?.showsActivity ?? false
        super.init(request, subject, environment: environment, finishesUnattended: subject.abandonment != .cancel)
    }

    override var hasTransport: Bool { isServed }

    override var showsActivity: Bool { isShown }

    override func start() {
        guard let executor = transport.sendExecutor else { return dispatch() }
        environment.spawn(on: executor) { self.dispatch() }
    }

    private func dispatch() {
        guard decide(.claimStart, { $0.claimStart() }) else { return }
        if storing != nil {
            permit.withLock { $0 = WritePermit() }
            // Whoever ended it meanwhile has found nothing to let go of.
            if outcome != nil { letGo() }
        }
        transport.start(request, answering: ResultChannel(into: self))
    }

    /// A commit that is on its way has the permit too.
    override func letGo() {
        let permit = permit.withLock { permit in
            defer { permit = nil }
            return permit
        }
        withExtendedLifetime(permit) {}
    }

    override var decodingExecutor: (any TaskExecutor)? { transport.decodingExecutor }

    override func decode(_ answer: Answer) -> Outcome {
        do {
            let payload = try answer.get()
            return .success(try transport.decode(payload, for: request, from: .fresh))
        } catch let error as CancellationError {
            // From the task of one who is being cancelled it is no foreign one; the next driver decides.
            if !Task.isCancelled { environment.events.send(.foreignCancellation(eventSubject)) }
            return .failure(RequestError(.foreignCancellation, underlyingError: error))
        } catch let error as RequestError {
            return .failure(error.asFailure)
        } catch {
            return .failure(error)
        }
    }

    override func beginCommit(_ outcome: Outcome, of answer: Answer) -> Bool {
        guard let storing else { return false }
        return beginCommit(outcome, of: answer, by: storing)
    }

    private func beginCommit(_ outcome: Outcome, of answer: Answer, by storing: StoringPlan) -> Bool {
        guard let permit = permit.withLock({ $0 }) else { return false }
        switch (outcome, answer) {
        case (.success(let value), .success(let payload)):
            guard let value = value as? R.Response else { return false }
            return beginCommit(outcome, of: storing, revoking: permit) { [self] store in
                await commit(value, of: payload, to: store, under: permit)
            }
        case (.failure(is any ContentError), _) where storing.yieldsToContentErrors:
            return beginCommit(outcome, of: storing, revoking: permit) { [self] store in
                // The removal is no write, but is called off and waited for in the same way.
                if permit.claim() { await removeOldEntry(storing.key, from: store, at: permit.point) }
            }
        default: return false
        }
    }

    private func beginCommit(
        _ outcome: Outcome,
        of storing: StoringPlan,
        revoking permit: WritePermit,
        _ commit: @escaping @Sendable (any Store) async -> Void
    ) -> Bool {
        guard let store = environment.store(for: storing) else {
            report(.write, RequestError(.noStore))
            return false
        }
        // Posted first: a shutdown that ends this flight from now on knows of the write, and one that came before refuses it.
        environment.mailbox.post(.writeBegan(id))
        let begins = beginCommit(outcome) { [environment, id] in
            // What no store has claimed will never be written: nobody has to wait for the store to say so.
            if permit.revoke() { environment.mailbox.post(.writeEnded(id)) }
        }
        guard begins else {
            environment.mailbox.post(.writeEnded(id))
            return false
        }
        environment.spawn(priority: look { $0.priority }) { [self] in
            await commit(store)
            environment.mailbox.post(.writeEnded(id))
            await end(outcome)?.resume()
        }
        return true
    }
}

// MARK: - The commit

extension NetworkFlight {
    /// Stores a value before anyone gets it, in a task that no caller's cancellation reaches.
    private func commit(_ value: R.Response, of payload: any Sendable, to store: any Store, under permit: WritePermit)
        async
    {
        guard let storing else { return }
        do {
            let content = try content(of: value, payload: payload, by: storing.form, for: store)
            let outcome = try await store.write(content, for: storing.key, savedAt: environment.now(), under: permit)
            environment.events.send(
                outcome == .written ? .stored(eventSubject) : .notStored(eventSubject, outcome)
            )
        } catch {
            let operation: RequestEvent.StoreFailure.Operation = error is EncodingFailure ? .encode : .write
            report(operation, (error as? EncodingFailure)?.underlyingError ?? error)
            if !storing.keepsOldEntry, !permit.isRevoked {
                await removeOldEntry(storing.key, from: store, at: permit.point)
            }
        }
    }

    private func removeOldEntry(_ key: StoreKey, from store: any Store, at point: FencePoint) async {
        do { try await store.remove(key, at: point) } catch { report(.remove, error) }
    }

    private func content(
        of value: R.Response,
        payload: any Sendable,
        by form: StoringPlan.Form,
        for store: any Store
    ) throws -> StoredContent {
        switch form {
        case .live: return .live(value)
        case .value where store.keepsLiveValues: return .live(value)
        case .value:
            guard let coding else { throw EncodingFailure(underlyingError: nil) }
            do { return .value(try coding.encode(value)) } catch { throw EncodingFailure(underlyingError: error) }
        case .raw:
            guard let payload = payload as? any RawPayload else { throw EncodingFailure(underlyingError: nil) }
            return .raw(payload.rawBytes)
        }
    }
}

/// The value could not be given a stored form: its encoder threw, or its payload has no bytes.
private struct EncodingFailure: Error {
    let underlyingError: (any Error)?
}

/// Stands where no transport supports a request.
private struct NoTransport: Transport {
    func supports<R: Request>(_ request: R) -> Bool { false }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        channel.finish(.failure(RequestError(.noTransport)))
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        throw RequestError(.noTransport)
    }
}
