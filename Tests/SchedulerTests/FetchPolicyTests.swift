import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What each policy reads, and when it goes to the network.
@Suite(.timeLimit(.minutes(3)))
struct FetchPolicyTests {
    enum Stored: CaseIterable, Sendable { case hit, miss, tooOld, future, nearFuture, failing, undecodable, noStore }

    enum Network: CaseIterable, Sendable { case success, transportError, decodeError, noTransport, dropped, foreign }

    let now = Date(timeIntervalSince1970: 1_000_000)
    let store = StubStore()

    private func makeCoordinator(
        _ transport: HeldTransport,
        _ stored: Stored = .hit,
        request: Kept = Kept(1)
    ) async -> RequestCoordinator {
        let text = stored == .undecodable ? "{" : "1"
        let content: StoredContent =
            switch request.form {
            case .raw: .raw(Data(text.utf8))
            case .value: .value(Data(text.utf8))
            case .live: .live(1)
            }
        let age: Double =
            switch stored {
            case .tooOld: 60
            case .future: -10.5
            case .nearFuture: -10
            default: 59.999
            }
        if stored != .miss { await store.put(content, for: request.key, savedAt: now - age) }
        if stored == .failing { await store.fail(.read, with: Failure(9)) }
        var configuration = RequestCoordinator.Configuration()
        configuration.now = { [now] in now }
        return RequestCoordinator(
            transports: [transport],
            stores: stored == .noStore ? [] : [store],
            configuration: configuration
        )
    }

    private func reason(of stored: Stored) -> RequestError.Reason? {
        switch stored {
        case .hit, .nearFuture: nil
        case .miss, .tooOld, .future: .notStored
        case .failing: .storeFailed
        case .undecodable: .undecodable
        case .noStore: .noStore
        }
    }

    @Test(arguments: Stored.allCases)
    func storeOnly(_ stored: Stored) async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport, stored)
        let call = Task {
            try await coordinator.response(for: Kept(1), policy: .storeOnly(maximumAge: .seconds(60)))
        }
        if let reason = reason(of: stored) {
            #expect(await call.reason == reason)
        } else {
            #expect(try await call.value == 1)
        }
        #expect(transport.started.value == 0)
    }

    @Test(arguments: Stored.allCases)
    func storeElseNetwork(_ stored: Stored) async throws {
        let transport = HeldTransport(starting: { _, channel in channel.finish(.success(2)) })
        let coordinator = await makeCoordinator(transport, stored)
        let value = try await coordinator.response(
            for: Kept(1),
            policy: .storeElseNetwork(maximumAge: .seconds(60))
        )
        #expect(value == (reason(of: stored) == nil ? 1 : 2))
        #expect(transport.started.value == (reason(of: stored) == nil ? 0 : 1))
    }

    @Test(arguments: Network.allCases, Stored.allCases)
    func networkElseStore(_ network: Network, _ stored: Stored) async throws {
        let transport = HeldTransport(
            supporting: { _ in network != .noTransport },
            starting: { _, channel in
                switch network {
                case .success: channel.finish(.success(2))
                case .transportError: channel.finish(.failure(Failure(3)))
                case .decodeError: channel.finish(.success(Text("?")))
                case .foreign: channel.finish(.failure(CancellationError()))
                case .noTransport, .dropped: break
                }
            }
        )
        let coordinator = await makeCoordinator(transport, stored)
        let call = Task {
            try await coordinator.response(for: Kept(1), policy: .networkElseStore(maximumAge: .seconds(60)))
        }
        if network == .dropped {
            await transport.started.reach(1)
            transport.drop(0)
        }
        switch network {
        case .success: #expect(try await call.value == 2)
        case _ where reason(of: stored) == nil: #expect(try await call.value == 1)
        // Where there is nothing stored either, the network's error is thrown.
        case .transportError: await #expect(throws: Failure(3)) { try await call.value }
        case .decodeError: await #expect(throws: Failure(-1)) { try await call.value }
        case .noTransport: #expect(await call.reason == .noTransport)
        case .dropped: #expect(await call.reason == .noResult)
        case .foreign: #expect(await call.reason == .foreignCancellation)
        }
    }

    @Test(arguments: [RequestError.Reason.cancelled, .duplicate, .replaced, .shutDown])
    func networkElseStoreDoesNotReadWhenTheNetworkWasCalledOff(_ reason: RequestError.Reason) async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let call = Task { try await coordinator.response(for: Kept(1), policy: .networkElseStore) }
        await transport.started.reach(1)
        switch reason {
        case .cancelled: await coordinator.cancelAll()
        case .shutDown: await coordinator.shutDown()
        case .replaced:
            Task { try await coordinator.response(for: Kept(1), duplicates: .replace) }
        default:
            let other = Task {
                try await coordinator.response(for: Kept(1), duplicates: .exclude, policy: .networkElseStore)
            }
            #expect(await other.reason == .duplicate)
            await coordinator.cancelAll()
        }
        #expect(await call.reason == (reason == .duplicate ? .cancelled : reason))
        #expect(store.begun[.read]?.value == 0)
        await coordinator.cancelAll()
    }

    @Test func aCancelledTaskDoesNotReadInsteadOfTheNetwork() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let call = Task { try await coordinator.response(for: Kept(1), policy: .networkElseStore) }
        await transport.started.reach(1)
        call.cancel()
        #expect(await call.isCancellation)
        #expect(store.begun[.read]?.value == 0)
    }

    // MARK: Reading once more

    enum Change: CaseIterable, Sendable { case commit, removal, removalOfClass, removalOfAll }

    @Test(arguments: Change.allCases)
    func aMissIsJudgedAgainWhenSomethingChangedMeanwhile(_ change: Change) async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport, .miss)
        let gate = Gate()
        await store.fail(.read, with: Failure(1))
        await store.hold(.read, at: gate)
        let call = Task { try await coordinator.response(for: Kept(1), policy: .storeElseNetwork) }
        await store.begun[.read]?.reach(1)
        switch change {
        case .commit:
            let other = Task { try await coordinator.response(for: Kept(1)) }
            await transport.started.reach(1)
            transport.succeed(0, 5)
            #expect(try await other.value == 5)
        case .removal: try await coordinator.removeStored(for: Kept(1))
        case .removalOfClass: try await coordinator.removeStored(of: .default)
        case .removalOfAll: try await coordinator.removeAllStored()
        }
        let second = Gate()
        gate.open()
        await store.hold(.read, at: second)
        await store.begun[.read]?.reach(2)
        await store.fail(.read, with: nil)
        second.open()
        if change == .commit {
            #expect(try await call.value == 5)
            #expect(transport.started.value == 1)
        } else {
            await transport.started.reach(1)
            transport.succeed(0, 6)
            #expect(try await call.value == 6)
            #expect(store.begun[.read]?.value == 2)
        }
    }
}
