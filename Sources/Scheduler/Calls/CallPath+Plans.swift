// MARK: The stages of a call

extension CallPath {
    /// A call with all its stages.
    func find<R: Request>(
        _ request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        policy: FetchPolicy
    ) async throws -> Finding<R.Response> {
        switch policy.plan {
        case .networkOnly:
            return .fetched(try await fetch(request, key: key, duplicates: duplicates))
        case .storeOnly:
            let age = policy.maximumAge
            return .stored(try await readStored(request, key: key, duplicates: duplicates, maximumAge: age))
        case .storeElseNetwork:
            return try await findStoredElseFetch(request, key, duplicates, policy)
        case .networkElseStore:
            return try await fetchElseFindStored(request, key, duplicates, policy)
        }
    }

    /// A call with all its stages, for those who do not ask where the response is from.
    func response<R: Request>(
        for request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        policy: FetchPolicy
    ) async throws -> R.Response {
        try await find(request, key: key, duplicates: duplicates, policy: policy).value
    }

    /// The response of the network.
    func fetch<R: Request>(
        _ request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        linking read: (any LinkableRead)? = nil
    ) async throws -> R.Response {
        try response(to: request, in: await fly(flight(for: request, key: key), duplicates, linking: read))
    }

    // Not inlined, as what it works with would have its place in the frame of every call that waits.
    @inline(never)
    private func flight<R: Request>(for request: R, key: RequestKey?) -> NetworkFlight<R> {
        NetworkFlight(request, CallSubject(request, key: key), environment: environment)
    }

    /// A network stage from its turn to its end.
    private func fly(
        _ flight: Flight,
        _ duplicates: DuplicatePolicy,
        linking read: (any LinkableRead)?
    ) async throws -> any Sendable {
        let priority = flight.admitFirst()
        let boarding = try await reference.coordinator.board(
            flight,
            duplicates,
            priority: priority,
            linking: read
        )
        if let read {
            if boarding.readsStore { read.start() } else { await read.refuse(because: .shutDown) }
        }
        return try await finish(boarding, of: flight)
    }

    @inline(never)
    private func response<R: Request>(to request: R, in value: any Sendable) throws -> R.Response {
        guard let response = value as? R.Response else { throw RequestError(.incompatibleToJoin) }
        return response
    }

    /// The response of the network, with a stored read that is linked to this call.
    func fetch<R: Request, Other: Request>(
        _ request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        linking read: StoredRead<Other>
    ) async throws -> R.Response {
        guard read.isMade(by: environment) else { throw RequestError(.foreignStoredRead) }
        guard read.bind() else { throw RequestError(.alreadyLinked) }
        let outcome: Result<R.Response, any Error>
        do {
            let linked: any LinkableRead = read
            outcome = .success(try await fetch(request, key: key, duplicates: duplicates, linking: linked))
        } catch {
            outcome = .failure(error)
        }
        await read.land(NetworkLanding(outcome))
        return try outcome.get()
    }

    /// What is stored.
    func readStored<R: Request>(
        _ request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        maximumAge: Duration?
    ) async throws -> Stored<R.Response> {
        let subject = CallSubject(request, key: key)
        let read = StoredReadFlight(request, subject, maximumAge: maximumAge, environment: environment)
        _ = try await enter(read, duplicates)
        read.start()
        guard let stored = try await ride(read, as: 0) as? Stored<R.Response> else { throw RequestError(.notStored) }
        return stored
    }

    /// The turn of a stored read, after which it may be started.
    ///
    /// - Returns: The caller's priority.
    private func enter(_ read: Flight, _ duplicates: DuplicatePolicy) async throws -> UInt8 {
        let priority = read.admitFirst()
        let boarding = try await reference.coordinator.board(read, in: .reading, duplicates, priority: priority)
        if !boarding.replaced.isEmpty { await boarding.replaced.resume() }
        if case .refused(let error) = boarding.place { throw error }
        return priority
    }

    /// From a turn to the end of the flight it has led to.
    private func finish(_ boarding: Boarding, of flight: Flight) async throws -> any Sendable {
        if !boarding.replaced.isEmpty { await boarding.replaced.resume() }
        switch boarding.place {
        case .started:
            flight.start()
            return try await ride(flight, as: 0)
        case .joined(let other, let token): return try await ride(other, as: token)
        case .refused(let error): throw error
        }
    }
}

// MARK: - One stage after the other

extension CallPath {
    private func fetchElseFindStored<R: Request>(
        _ request: R,
        _ key: RequestKey?,
        _ duplicates: DuplicatePolicy,
        _ policy: FetchPolicy
    ) async throws -> Finding<R.Response> {
        do {
            return .fetched(try await fetch(request, key: key, duplicates: duplicates))
        } catch  where policy.fallsBack(on: error) {
            do {
                let age = policy.maximumAge
                return .stored(try await readStored(request, key: key, duplicates: .allow, maximumAge: age))
            } catch let second as RequestError where second.isMiss {
                throw error
            }
        }
    }

    private func findStoredElseFetch<R: Request>(
        _ request: R,
        _ key: RequestKey?,
        _ duplicates: DuplicatePolicy,
        _ policy: FetchPolicy
    ) async throws -> Finding<R.Response> {
        let subject = CallSubject(request, key: key)
        var read = StoredReadFlight(request, subject, maximumAge: policy.maximumAge, environment: environment)
        let priority = try await enter(read, duplicates)

        var network: NetworkFlight<R>?
        while true {
            read.start()
            switch try await look(into: read) {
            case .found(let stored): return .stored(stored)
            case .missed(let miss):
                let mayReadAgain = network == nil
                let flight = network ?? NetworkFlight(request, subject, environment: environment)
                if mayReadAgain { _ = flight.admitFirst() }
                network = flight
                let advance = try await reference.coordinator.advance(
                    from: read,
                    because: miss,
                    mayReadAgain: mayReadAgain,
                    to: flight,
                    duplicates == .join ? .join : .allow,
                    priority: priority
                )
                switch advance {
                case .boarded(let boarding):
                    return .fetched(try response(to: request, in: await finish(boarding, of: flight)))
                case .over(let outcome):
                    guard let stored = try outcome.get() as? Stored<R.Response> else { throw miss }
                    return .stored(stored)
                case .readAgain(let again):
                    guard let again = again as? StoredReadFlight<R> else { throw miss }
                    read = again
                }
            }
        }
    }

    private enum Look<Response: Sendable> {
        case found(Stored<Response>)
        case missed(any Error)
    }

    /// Waits for a stored read that goes on to the network if it misses; the read stays in the table until then.
    private func look<R: Request>(into read: StoredReadFlight<R>) async throws -> Look<R.Response> {
        var step = read.take(0)
        if case .park = step { step = await read.park(0) }
        switch step {
        case .park: return .missed(RequestError(.notStored))
        case .left:
            await depart(from: read)
            throw CancellationError()
        case .ended:
            guard let stored = try read.value as? Stored<R.Response> else { throw RequestError(.notStored) }
            return .found(stored)
        case .drive:
            guard let answer = read.content else { return .missed(RequestError(.notStored)) }
            let outcome = await read.decodeInPlace(answer)
            if Task.isCancelled {
                read.leave(0)
                await depart(from: read)
                throw CancellationError()
            }
            guard case .success(let value) = outcome, let stored = value as? Stored<R.Response> else {
                return .missed(outcome.failure ?? RequestError(.notStored))
            }
            await read.end(outcome)?.resume()
            // A decision may have come first.
            if case .failure(let error)? = read.outcome { throw error }
            return .found(stored)
        }
    }
}

extension RequestError {
    /// Whether the store had nothing to give; it was not that the call was ended.
    fileprivate var isMiss: Bool {
        [.notStored, .noStore, .storeFailed, .undecodable].contains(reason)
    }
}
