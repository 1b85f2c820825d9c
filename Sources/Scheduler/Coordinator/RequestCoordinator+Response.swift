extension RequestCoordinator {
    /// The response to a request.
    ///
    /// The transport is started, the answer decoded and stored off the caller's actor. Equal calls that join share one
    /// flight and its outcome; each keeps its own cancellation.
    ///
    /// Cancelling the calling task ends this call at once, whatever the transport or a store is doing, and no other call.
    /// The flight is cancelled with its last caller unless ``Request/abandonment`` says otherwise.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - policy: Where to look, and in which order.
    /// - Returns: The response; where the request is stored, storing has been tried before it is returned.
    /// - Throws: `CancellationError` if the calling task was cancelled; ``RequestError`` for a decision of the scheduler;
    ///   whatever the transport or the decoder threw.
    @concurrent
    public nonisolated func response<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy = .networkOnly
    ) async throws -> R.Response {
        switch policy.plan {
        case .networkOnly:
            return try await networkResponse(for: request, key: key, duplicates: duplicates)
        case .storeOnly:
            return try await storedCall(
                for: request,
                key: key,
                duplicates: duplicates,
                maximumAge: policy.maximumAge
            ).value
        case .storeElseNetwork:
            return try await storedElseNetworkResponse(
                for: request,
                key: key,
                duplicates: duplicates,
                maximumAge: policy.maximumAge
            )
        case .networkElseStore:
            return try await networkElseStoredResponse(
                for: request,
                key: key,
                duplicates: duplicates,
                maximumAge: policy.maximumAge
            )
        }
    }

    /// The response of the network to a request, with a stored read that is linked to this call.
    ///
    /// The read begins with this call; ``StoredRead/value`` gives what it finds, as its ``StoreLink`` has it.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - read: A stored read of any request, made by ``storedRead(of:link:maximumAge:)`` of this coordinator. It binds once.
    /// - Returns: The response, as ``response(for:key:duplicates:policy:)`` does.
    /// - Throws: As there, and ``RequestError/Reason/alreadyLinked`` if the read was passed to a call before, or
    ///   ``RequestError/Reason/foreignStoredRead`` if another coordinator made it.
    @concurrent
    public nonisolated func response<R: Request, Other: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        linking read: StoredRead<Other>
    ) async throws -> R.Response {
        guard read.isMade(by: self) else { throw RequestError(.foreignStoredRead) }
        guard read.bind() else { throw RequestError(.alreadyLinked) }
        let outcome: Result<R.Response, any Error>
        do {
            outcome = .success(
                try await networkResponse(for: request, key: key, duplicates: duplicates, linking: read)
            )
        } catch {
            outcome = .failure(error)
        }
        await read.land(NetworkLanding(outcome))
        return try outcome.get()
    }

    /// What is stored for a request, whatever the network would say.
    ///
    /// Cancelling the calling task ends the call at once, also while a store hangs.
    ///
    /// - Parameters:
    ///   - request: What to look for.
    ///   - maximumAge: An entry this old, or older, is not wanted; `nil` wants every one.
    /// - Returns: The value and the time it was saved.
    /// - Throws: ``RequestError`` with the reason `notStored`, `noStore`, `storeFailed`, `undecodable`, or why the call was
    ///   ended; `CancellationError` if the calling task was cancelled.
    @concurrent
    public nonisolated func storedResponse<R: Request>(
        for request: R,
        maximumAge: Duration? = nil
    ) async throws -> Stored<R.Response> {
        try await storedCall(for: request, key: nil, duplicates: .allow, maximumAge: maximumAge)
    }

    /// A stored read that begins with a network call it is passed to.
    ///
    /// - Parameters:
    ///   - request: What to look for; of any type, not only that of the network call.
    ///   - link: What the read gives if the network call lands first.
    ///   - maximumAge: An entry this old, or older, is not wanted; `nil` wants every one.
    /// - Returns: The read, to be passed to ``response(for:key:duplicates:linking:)`` once.
    public nonisolated func storedRead<R: Request>(
        of request: R,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil
    ) -> StoredRead<R> {
        StoredRead(request, link: link, maximumAge: maximumAge, coordinator: self)
    }
}

// MARK: - Plans

extension RequestCoordinator {
    private nonisolated func networkResponse<R: Request>(
        for request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        linking read: (any LinkableRead)? = nil
    ) async throws -> R.Response {
        let flight = NetworkFlight(CallSubject(request, key: key), environment: environment)
        let priority = flight.admitFirst()
        let boarding = try await board(flight.candidate(), duplicates, priority: priority, linking: read)
        if boarding.readsStore { read?.start() } else { await read?.refuse() }
        return try await finish(boarding, of: flight)
    }

    /// From a turn to the response of the network.
    private nonisolated func finish<R: Request>(_ boarding: Boarding, of flight: NetworkFlight<R>) async throws
        -> R.Response
    {
        await boarding.replaced.resume()
        let value: any Sendable
        switch boarding.place {
        case .started:
            flight.start()
            value = try await ride(flight, as: 0)
        case .joined(let other, let token): value = try await ride(other, as: token)
        case .refused(let error): throw error
        }
        guard let response = value as? R.Response else { throw RequestError(.incompatibleToJoin) }
        return response
    }

    private nonisolated func storedCall<R: Request>(
        for request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        maximumAge: Duration?
    ) async throws -> Stored<R.Response> {
        let read = StoredReadFlight(
            CallSubject(request, key: key),
            maximumAge: maximumAge,
            environment: environment
        )
        let priority = read.admitFirst()
        let boarding = try await board(read.candidate(.reading), duplicates, priority: priority)
        await boarding.replaced.resume()
        if case .refused(let error) = boarding.place { throw error }
        read.start()
        guard let stored = try await ride(read, as: 0) as? Stored<R.Response> else { throw RequestError(.notStored) }
        return stored
    }

    private nonisolated func networkElseStoredResponse<R: Request>(
        for request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        maximumAge: Duration?
    ) async throws -> R.Response {
        do {
            return try await networkResponse(for: request, key: key, duplicates: duplicates)
        } catch  where NetworkLanding(Result<R.Response, any Error>.failure(error)) == .failed && !error.isMisuse {
            do {
                return try await storedCall(for: request, key: key, duplicates: .allow, maximumAge: maximumAge).value
            } catch RequestError.Reason.notStored, RequestError.Reason.noStore, RequestError.Reason.storeFailed,
                RequestError.Reason.undecodable
            {
                throw error
            }
        }
    }

    private nonisolated func storedElseNetworkResponse<R: Request>(
        for request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        maximumAge: Duration?
    ) async throws -> R.Response {
        let subject = CallSubject(request, key: key)
        var read = StoredReadFlight(subject, maximumAge: maximumAge, environment: environment)
        let priority = read.admitFirst()
        let boarding = try await board(read.candidate(.reading), duplicates, priority: priority)
        await boarding.replaced.resume()
        if case .refused(let error) = boarding.place { throw error }

        var network: NetworkFlight<R>?
        while true {
            read.start()
            switch try await look(into: read) {
            case .found(let value): return value
            case .missed(let miss):
                let mayReadAgain = network == nil
                let flight = network ?? NetworkFlight(subject, environment: environment)
                if mayReadAgain { _ = flight.admitFirst() }
                network = flight
                let advance = await advance(
                    from: read,
                    because: miss,
                    mayReadAgain: mayReadAgain,
                    to: flight.candidate(),
                    duplicates == .join ? .join : .allow,
                    priority: priority
                )
                switch advance {
                case .boarded(let boarding): return try await finish(boarding, of: flight)
                case .over(let outcome):
                    guard let stored = try outcome.get() as? Stored<R.Response> else { throw miss }
                    return stored.value
                case .readAgain(let again):
                    guard let again = again as? StoredReadFlight<R> else { throw miss }
                    read = again
                }
            }
        }
    }

    private enum Look<Response> {
        case found(Response)
        case missed(any Error)
    }

    /// Waits for a stored read that goes on to the network if it misses; the read stays in the table until then.
    private nonisolated func look<R: Request>(into read: StoredReadFlight<R>) async throws -> Look<R.Response> {
        var step = read.decide(.take) { $0.take(0) }
        if case .park = step { step = await read.park(0) }
        switch step {
        case .park: return .missed(RequestError(.notStored))
        case .left:
            await depart(from: read)?.resume()
            throw CancellationError()
        case .ended(let outcome):
            guard let stored = try outcome.get() as? Stored<R.Response> else { throw RequestError(.notStored) }
            return .found(stored.value)
        case .drive(let answer):
            let outcome = await read.decodeInPlace(answer)
            if Task.isCancelled {
                read.leave(0)
                await depart(from: read)?.resume()
                throw CancellationError()
            }
            guard case .success(let value) = outcome, let stored = value as? Stored<R.Response> else {
                return .missed(outcome.failure ?? RequestError(.notStored))
            }
            await read.end(outcome)
            // A decision may have come first.
            if case .failure(let error)? = read.outcome { throw error }
            return .found(stored.value)
        }
    }
}

// MARK: - Waiting

extension RequestCoordinator {
    /// A caller's way through a flight: to its cell, perhaps through the driver's seat, to the end.
    nonisolated func ride(_ flight: Flight, as token: Flight.Token) async throws -> any Sendable {
        var step = flight.decide(.take) { $0.take(token) }
        while true {
            switch step {
            case .park: step = await flight.park(token)
            case .drive(let answer):
                await flight.drive(answer, as: token)
                step = flight.decide(.take) { $0.take(token) }
            case .ended(let outcome): return try outcome.get()
            case .left:
                await depart(from: flight)?.resume()
                throw CancellationError()
            }
        }
    }
}

extension Flight {
    /// The first caller's place, taken before anyone else can know of the flight.
    ///
    /// - Returns: The caller's priority.
    func admitFirst() -> UInt8 {
        let priority = Task.currentPriority.rawValue
        _ = decide(.admit) { $0.admit(priority: priority) }
        return priority
    }

    /// Suspends the caller until it has something to do.
    ///
    /// Its own task's cancellation makes it leave at once.
    nonisolated(nonsending) func park(_ token: Token) async -> Step {
        await withTaskCancellationHandler {
            await FlightWaiter.suspend { continuation in
                if let step = decide(.park, { $0.park(token, .call(continuation)) }) {
                    continuation.resume(returning: step)
                }
            }
        } onCancel: {
            leave(token)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension Error {
    /// Whether the call was refused for how it was made; the network has not failed.
    fileprivate var isMisuse: Bool {
        switch self {
        case RequestError.Reason.unmatchable, RequestError.Reason.unsafeToJoin,
            RequestError.Reason.incompatibleToJoin:
            true
        default: false
        }
    }
}
