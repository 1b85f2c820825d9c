import RequestScheduler
import RequestTransports

/// Shows each fact with requests of one type against one server.
///
/// A fact counts what was sent, at the server where that is ours. Told to break a fact, it does one thing differently, so
/// that the count is another one.
struct Demonstration<R: HTTPRequest & Hashable>: Sendable where R.Response: Equatable {
    let coordinator: RequestCoordinator
    let transport: GatedTransport
    /// A request that is equal only to that of the same number.
    let request: @Sendable (Int) -> R
    /// How many requests of a number the server, or the transport, has seen.
    let count: @Sendable (Int) -> Int
    /// Takes the server away.
    let takeServerAway: @Sendable () -> Void
    let broken: Fact?

    func show(_ fact: Fact) async throws -> Observation {
        switch fact {
        case .value: try await showValue()
        case .join: try await showJoin()
        case .stream: try await showStream()
        case .cancel: try await showCancel()
        case .duplicate: try await showDuplicate()
        case .offline: try await showOffline()
        }
    }

    private func isBroken(_ fact: Fact) -> Bool { broken == fact }

    private func showValue() async throws -> Observation {
        let value = try await coordinator.response(for: request(1))
        if isBroken(.value) { _ = try await coordinator.response(for: request(1)) }
        return Observation(words: "\(value)", expected: 1, counted: count(1))
    }

    private func showJoin() async throws -> Observation {
        transport.shut()
        let duplicates: DuplicatePolicy = isBroken(.join) ? .allow : .join
        async let values = withThrowingTaskGroup(of: R.Response.self) { group in
            for _ in 0..<10 {
                group.addTask { try await coordinator.response(for: request(2), duplicates: duplicates) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await waitForCallers(10)
        transport.open()
        let all = try await values
        let areEqual = all.allSatisfy { $0 == all.first }
        return Observation(
            words: "\(all.count) callers, \(areEqual ? "equal" : "unequal") values",
            isRight: areEqual && all.count == 10,
            expected: 1,
            counted: count(2)
        )
    }

    private func showStream() async throws -> Observation {
        if isBroken(.stream) { try await coordinator.removeStored(for: request(1)) }
        let before = count(1)
        transport.shut()
        if isBroken(.stream) { transport.open() }
        var origins: [String] = []
        for try await element in coordinator.responses(for: request(1)) {
            switch element {
            case .stored: origins.append("stored")
            case .fetched: origins.append("fetched")
            case .progress: break
            }
            transport.open()
        }
        return Observation(
            words: origins.joined(separator: ", then "),
            isRight: origins == ["stored", "fetched"],
            expected: before + 1,
            counted: count(1)
        )
    }

    private func showCancel() async throws -> Observation {
        transport.shut()
        let screens = [Screen.feed, .profile, .settings].map { screen in
            Task { try await coordinator.response(for: request(3), key: RequestKey(screen)) }
        }
        let other = Task { try await coordinator.response(for: request(3), key: "sync") }
        await transport.waitForKept(4)
        let ended =
            isBroken(.cancel)
            ? await coordinator.cancel(keyType: Int.self) : await coordinator.cancel(keyType: Screen.self)
        transport.open()
        _ = try await other.value
        var cancelled = 0
        for screen in screens {
            if case .failure(RequestError.Reason.cancelled) = await screen.result { cancelled += 1 }
        }
        return Observation(
            words: "\(cancelled) of 4 callers ended, the one under another type of key has its value",
            isRight: ended == 3 && cancelled == 3,
            expected: 4,
            counted: count(3)
        )
    }

    private func showDuplicate() async throws -> Observation {
        transport.shut()
        let first = Task { try await coordinator.response(for: request(4)) }
        await waitForCallers(1)
        let duplicates: DuplicatePolicy = isBroken(.duplicate) ? .allow : .exclude
        let second = Task { try await coordinator.response(for: request(4), duplicates: duplicates) }
        if isBroken(.duplicate) { await waitForCallers(2) }
        let refusal: String
        if isBroken(.duplicate) {
            transport.open()
            refusal = "the second was sent too"
            _ = try await second.value
        } else {
            refusal =
                if case .failure(RequestError.Reason.duplicate) = await second.result { "the second was refused" } else
                {
                    "the second was not refused"
                }
            transport.open()
        }
        _ = try await first.value
        return Observation(words: refusal, expected: 1, counted: count(4))
    }

    private func showOffline() async throws -> Observation {
        if isBroken(.offline) { try await coordinator.removeAllStored() }
        let before = count(1)
        takeServerAway()
        var words = "nothing was served"
        var isServed = false
        do {
            let value = try await coordinator.response(for: request(1), policy: .networkElseStore)
            words = "the store served \(value)"
            isServed = true
        } catch is HTTPTransportError {} catch is GatedTransport.Offline {}
        return Observation(words: words, isRight: isServed, expected: before, counted: count(1))
    }

    /// Waits until so many callers are in flight.
    ///
    /// Looking is a turn of the coordinator; others run between two.
    private func waitForCallers(_ count: Int) async {
        while await coordinator.snapshot().reduce(0, { $0 + $1.callers }) < count { await Task.yield() }
    }
}
