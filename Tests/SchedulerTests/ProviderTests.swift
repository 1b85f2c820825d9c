import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A coordinator as seen by one request type.
@Suite(.timeLimit(.minutes(3)))
struct ProviderTests {
    private struct Ping: ArgumentFreeRequest, Hashable {
        typealias Response = Int
        var storage: StoragePlan<Int>? { .value(namespace: "ping", identifier: "1") }
    }

    /// A part of a program that offers one thing.
    private struct Pinger: RequestProviding {
        private let pings: RequestProvider<Ping>

        init(_ coordinator: RequestCoordinator) { pings = coordinator.provider() }

        func ping() async throws -> Int { try await pings.response() }
    }

    let transport = HeldTransport()
    let store = StubStore()

    private func makeCoordinator() -> RequestCoordinator {
        RequestCoordinator(transports: [transport], stores: [store])
    }

    @Test func itFindsAndCancelsOnlyItsTypeAlsoUnderASharedKey() async throws {
        let coordinator = makeCoordinator()
        let provider = coordinator.provider(for: Get.self)
        let other = Task { try await coordinator.response(for: Fetch(1), key: "k") }
        await transport.started.reach(1)
        #expect(await provider.contains() == false)
        #expect(await provider.contains(key: "k") == false)
        #expect(await provider.cancel(key: "k") == 0)
        let mine = Task { try await provider.response(for: Get(1), key: "k") }
        await transport.started.reach(2)
        #expect(await provider.contains(key: "k"))
        #expect(await provider.contains(Get(1)))
        #expect(await provider.snapshot().map { $0.requestType == Get.self } == [true])
        #expect(await provider.cancel(key: "k") == 1)
        #expect(await mine.reason == .cancelled)
        #expect(transport.cancellations == [0, 1])
        transport.succeed(0, 4)
        #expect(try await other.value == 4)
    }

    @Test func itCancelsOneOrAll() async {
        let coordinator = makeCoordinator()
        let provider = coordinator.provider(for: Get.self)
        let calls = (1...3).map { id in Task { try await provider.response(for: Get(id)) } }
        let other = Task { try await coordinator.response(for: Fetch(1)) }
        await transport.started.reach(4)
        #expect(await provider.cancel(Get(2)) == 1)
        #expect(await calls[1].reason == .cancelled)
        #expect(await provider.cancel(where: !.request(Get(1))) == 1)
        #expect(await calls[2].reason == .cancelled)
        #expect(await provider.cancelAll() == 1)
        #expect(await calls[0].reason == .cancelled)
        #expect(await coordinator.cancelAll() == 1)
        _ = await other.result
    }

    @Test func itsDefaultForDuplicatesHoldsWhereACallSaysNothing() async throws {
        let coordinator = makeCoordinator()
        var provider = coordinator.provider(for: Get.self)
        provider.duplicates = .exclude
        let excluding = provider
        let first = Task { try await excluding.response(for: Get(1)) }
        await transport.started.reach(1)
        #expect(await Task { try await excluding.response(for: Get(1)) }.reason == .duplicate)
        let joining = Task { try await excluding.response(for: Get(1), duplicates: .join) }
        await coordinator.waitForCallers(2)
        transport.succeed(0, 4)
        #expect(try await first.value == 4)
        #expect(try await joining.value == 4)
    }

    @Test func itReadsLinksStreamsAndRemoves() async throws {
        let coordinator = makeCoordinator()
        let provider: RequestProvider<Kept> = coordinator.provider()
        let call = Task { try await provider.response(for: Kept(1)) }
        await transport.started.reach(1)
        transport.succeed(0, 4)
        #expect(try await call.value == 4)
        #expect(try await provider.storedResponse(for: Kept(1)).value == 4)

        let read = provider.storedRead(of: Kept(1))
        let linked = Task { try await provider.response(for: Kept(2), linking: read) }
        #expect(try await read.value.value == 4)
        await transport.started.reach(2)
        transport.succeed(1, 5)
        #expect(try await linked.value == 5)

        var values: [Int] = []
        for try await element in provider.responses(for: Kept(1)) {
            if let value = element.value { values.append(value) }
            if values.count == 1 {
                await transport.started.reach(3)
                transport.succeed(2, 6)
            }
        }
        #expect(values == [4, 6])
        try await provider.removeStored(for: Kept(1))
        #expect(await Task { try await provider.storedResponse(for: Kept(1)) }.reason == .notStored)
    }

    @Test func aRequestWithoutArgumentsNeedsNone() async throws {
        let coordinator = makeCoordinator()
        let provider = coordinator.provider(for: Ping.self)
        let call = Task { try await provider.response() }
        await transport.started.reach(1)
        transport.succeed(0, 4)
        #expect(try await call.value == 4)
        #expect(try await provider.storedResponse().value == 4)
        let (ended, pinger) = (Counter(), coordinator.provider(Pinger.self))
        provider.response(policy: .storeOnly) { outcome in
            #expect(outcome.value == 4)
            ended.increment()
        }
        await ended.reach(1)
        let ping = Task { try await pinger.ping() }
        await transport.started.reach(2)
        transport.succeed(1, 5)
        #expect(try await ping.value == 5)
        let read = provider.storedRead(link: .independent)
        let linked = Task { try await provider.response(for: Ping(), linking: read) }
        #expect(try await read.value.value == 5)
        await provider.cancelAll()
        _ = await linked.result
        try await provider.removeStored()
        #expect(await store.entries.isEmpty)
    }

    @Test func everyFormOfACallIsThereWithoutAnArgument() async throws {
        let coordinator = makeCoordinator()
        let provider = coordinator.provider(for: Ping.self)
        let (listener, told) = (Listener(), Counter())
        let deferred = provider.call()
        deferred.start()
        await transport.started.reach(1)
        transport.succeed(0, 4)
        #expect(try await deferred.value == 4)

        provider.response(policy: .storeOnly, informing: listener)
        provider.storedResponse(informing: listener)
        await listener.told.reach(2)
        #expect(listener.notices.all.map { $0.outcome(of: Ping.self)?.value } == [4, 4])
        provider.storedResponse { outcome in
            #expect(outcome.value?.value == 4)
            told.increment()
        }
        provider.ifStored { stored in
            #expect(stored.value == 4)
            told.increment()
        }
        await told.reach(2)

        let elements = Log<Int?>()
        provider.responses(duplicates: .join, informing: listener)
        provider.responses(duplicates: .join) { element in
            elements.append(element.value)
            told.increment()
        } completion: { outcome in
            #expect(outcome.value != nil)
            told.increment()
        }
        await listener.told.reach(3)
        await told.reach(3)
        await coordinator.waitForCallers(2, at: transport, started: 2)
        transport.succeed(1, 5)
        await listener.told.reach(5)
        await told.reach(5)
        #expect(elements.all == [4, 5])
        #expect(listener.elements.all.map { $0.element(of: Ping.self)?.value } == [4, 5])

        provider.response(linkingStored: Ping(), link: .independent, informing: listener)
        provider.response(linkingStored: Ping(), link: .independent, stored: { _ in told.increment() }) { outcome in
            #expect(outcome.value == 6)
            told.increment()
        }
        await transport.started.reach(4)
        transport.succeed(2, 6)
        transport.succeed(3, 6)
        await listener.told.reach(7)
        await told.reach(7)

        provider.removeStored(informing: listener)
        await listener.told.reach(8)
        provider.removeStored { outcome in
            #expect(outcome.value != nil)
            told.increment()
        }
        await told.reach(8)
        #expect(await store.entries.isEmpty)
    }

    @Test func itsDefaultForDuplicatesHoldsForEveryForm() async {
        let coordinator = makeCoordinator()
        var provider = coordinator.provider(for: Kept.self)
        provider.duplicates = .exclude
        let first = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        let (listener, outcomes, told) = (Listener(), Log<Bool>(), Counter())
        let tell: @Sendable (Bool) -> Void = { isDuplicate in
            outcomes.append(isDuplicate)
            told.increment()
        }
        provider.response(for: Kept(1)) { tell($0.isDuplicate) }
        provider.response(for: Kept(1), linkingStored: Get(1), stored: { _ in }, fetched: { tell($0.isDuplicate) })
        provider.responses(for: Kept(1), element: { _ in }, completion: { tell($0.isDuplicate) })
        provider.response(for: Kept(1), informing: listener)
        provider.response(for: Kept(1), linkingStored: Get(1), informing: listener)
        provider.responses(for: Kept(1), informing: listener)
        await told.reach(3)
        await listener.told.reach(4)
        #expect(outcomes.all == [true, true, true])
        #expect(listener.notices.all.count { $0.outcome.isDuplicate } == 2)
        #expect(listener.streamEnds.all.map(\.outcome.isDuplicate) == [true])
        await coordinator.cancelAll()
        _ = await first.result
    }
}
