import RequestScheduler
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct DuplicatePolicyTests {
    enum Match: CaseIterable, Sendable {
        case key, identity

        var key: RequestKey? { self == .key ? "k" : nil }
    }

    let transport = HeldTransport()

    private func call(
        _ coordinator: RequestCoordinator,
        _ match: Match,
        _ duplicates: DuplicatePolicy = .allow
    ) -> Task<Int, any Error> {
        Task { try await coordinator.response(for: Get(1), key: match.key, duplicates: duplicates) }
    }

    @Test(arguments: Match.allCases)
    func allowingStartsBesideTheOthers(_ match: Match) async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let first = call(coordinator, match)
        await transport.started.reach(1)
        let second = call(coordinator, match)
        await transport.started.reach(2)
        transport.succeed(1, 2)
        transport.succeed(0, 1)
        #expect(try await first.value == 1)
        #expect(try await second.value == 2)
    }

    @Test(arguments: Match.allCases)
    func excludingFailsAndLeavesTheOther(_ match: Match) async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let first = call(coordinator, match)
        await transport.started.reach(1)
        #expect(await call(coordinator, match, .exclude).reason == .duplicate)
        transport.succeed(0, 1)
        #expect(try await first.value == 1)
        let next = call(coordinator, match, .exclude)
        await transport.started.reach(2)
        transport.succeed(1, 2)
        #expect(try await next.value == 2)
    }

    @Test(arguments: Match.allCases)
    func joiningTakesTheNewest(_ match: Match) async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let first = call(coordinator, match)
        await transport.started.reach(1)
        let second = call(coordinator, match)
        await transport.started.reach(2)
        let joiner = call(coordinator, match, .join)
        await coordinator.waitForCallers(3)
        transport.succeed(1, 2)
        #expect(try await second.value == 2)
        #expect(try await joiner.value == 2)
        transport.succeed(0, 1)
        #expect(try await first.value == 1)
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: Match.allCases)
    func replacingEndsEveryMatchWithEveryCaller(_ match: Match) async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let first = call(coordinator, match)
        await transport.started.reach(1)
        let second = call(coordinator, match)
        await transport.started.reach(2)
        let joiner = call(coordinator, match, .join)
        await coordinator.waitForCallers(3)
        let replacement = call(coordinator, match, .replace)
        for replaced in [first, second, joiner] { #expect(await replaced.reason == .replaced) }
        await transport.started.reach(3)
        transport.succeed(0, 1)
        transport.succeed(2, 3)
        #expect(try await replacement.value == 3)
        #expect(transport.cancellations == [1, 1, 0])
        #expect(await coordinator.isIdle())
    }

    @Test func aKeyMatchesAcrossRequestTypes() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let first = call(coordinator, .key)
        await transport.started.reach(1)
        let excluded = Task { try await coordinator.response(for: Fetch(9), key: "k", duplicates: .exclude) }
        #expect(await excluded.reason == .duplicate)
        let replacing = Task { try await coordinator.response(for: Fetch(9), key: "k", duplicates: .replace) }
        #expect(await first.reason == .replaced)
        await transport.started.reach(2)
        transport.succeed(1, 9)
        #expect(try await replacing.value == 9)
    }

    @Test func withAKeyOnlyTheKeyIsAsked() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let keyless = call(coordinator, .identity)
        await transport.started.reach(1)
        let keyed = call(coordinator, .key, .exclude)
        await transport.started.reach(2)
        // Without a key the identity finds both.
        #expect(await call(coordinator, .identity, .exclude).reason == .duplicate)
        #expect(await coordinator.cancel(key: "k") == 1)
        #expect(await keyed.reason == .cancelled)
        #expect(await coordinator.cancel(Get(1)) == 1)
        #expect(await keyless.reason == .cancelled)
    }

    @Test func anIdentityFindsFlightsBegunWithAKey() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let keyed = call(coordinator, .key)
        await transport.started.reach(1)
        let joiner = call(coordinator, .identity, .join)
        await coordinator.waitForCallers(2)
        transport.succeed(0, 1)
        #expect(try await keyed.value == 1)
        #expect(try await joiner.value == 1)
    }

    @Test func equalValuesOfTwoTypesAreNotDuplicates() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let get = call(coordinator, .identity)
        await transport.started.reach(1)
        let fetch = Task { try await coordinator.response(for: Fetch(1), duplicates: .exclude) }
        await transport.started.reach(2)
        #expect(await coordinator.cancelAll() == 2)
        #expect(await get.reason == .cancelled)
        #expect(await fetch.reason == .cancelled)
    }

    // MARK: With a stored read before the network

    private func readingCall(
        _ coordinator: RequestCoordinator,
        _ duplicates: DuplicatePolicy = .allow
    ) -> Task<Int, any Error> {
        Task { try await coordinator.response(for: Kept(1), duplicates: duplicates, policy: .storeElseNetwork) }
    }

    @Test func excludingAndReplacingAreDecidedWhenTheCallIsAccepted() async throws {
        let (store, gate) = (StubStore(), Gate())
        await store.hold(.read, at: gate)
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let reading = readingCall(coordinator)
        await coordinator.waitForCallers(1)
        #expect(await readingCall(coordinator, .exclude).reason == .duplicate)
        let network = Task { try await coordinator.response(for: Kept(1), duplicates: .exclude) }
        #expect(await network.reason == .duplicate)

        let replacing = readingCall(coordinator, .replace)
        #expect(await reading.reason == .replaced)
        // Accepted before this one began, so it does not touch it although its network stage is still to come.
        let later = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        gate.open()
        await transport.started.reach(2)
        transport.succeed(0, 1)
        transport.succeed(1, 2)
        #expect(try await later.value == 1)
        #expect(try await replacing.value == 2)
    }

    @Test func joiningIsDecidedWhenTheNetworkStageBegins() async throws {
        let (store, gate) = (StubStore(), Gate())
        await store.hold(.read, at: gate)
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let reading = readingCall(coordinator, .join)
        await coordinator.waitForCallers(1)
        // A call that reads cannot be joined: this one starts, and the reading one finds it afterwards.
        let network = Task { try await coordinator.response(for: Kept(1), duplicates: .join) }
        await transport.started.reach(1)
        gate.open()
        await store.ended[.read]?.reach(1)
        while await coordinator.snapshot().map(\.callers) != [2] { await Task.yield() }
        transport.succeed(0, 4)
        #expect(try await reading.value == 4)
        #expect(try await network.value == 4)
        #expect(transport.requests.count == 1)
    }

    @Test func anExcludedCallThatReadDoesNotExcludeItselfFromTheNetwork() async throws {
        let coordinator = RequestCoordinator(transports: [transport], stores: [StubStore()])
        let call = readingCall(coordinator, .exclude)
        await transport.started.reach(1)
        transport.succeed(0, 4)
        #expect(try await call.value == 4)
    }
}
