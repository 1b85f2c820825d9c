import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A coordinator as seen by one request type.
@Suite(.timeLimit(.minutes(1)))
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
}
