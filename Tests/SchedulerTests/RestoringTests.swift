import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turning what a store gave into a response again.
@Suite(.timeLimit(.minutes(3)))
struct RestoringTests {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let store = StubStore()

    @Test func anUndecodableEntryIsRemovedAndToldOf() async throws {
        await store.put(.value(Data("{".utf8)), for: Kept(1).key, savedAt: now)
        let coordinator = RequestCoordinator(transports: [], stores: [store])
        let events = coordinator.events
        let call = Task { try await coordinator.storedResponse(for: Kept(1)) }
        #expect(await call.reason == .undecodable)
        await store.ended[.removeVersion]?.reach(1)
        #expect(await store.entries.isEmpty)
        #expect(await events.upTo { $0.ending != nil }.compactMap(\.failedOperation) == [.decode])
    }

    @Test(
        .bug("https://github.com/bitpay/bitcore/pull/4252")
    ) func theRemovalOfAnUndecodableEntryLeavesANewerOne() async throws {
        let transport = HeldTransport(starting: { _, channel in channel.finish(.success(7)) })
        await store.put(.value(Data("{".utf8)), for: Kept(1).key, savedAt: now)
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let gate = Gate()
        await store.hold(.removeVersion, at: gate)
        #expect(try await coordinator.response(for: Kept(1), policy: .storeElseNetwork) == 7)
        await store.begun[.removeVersion]?.reach(1)
        gate.open()
        await store.ended[.removeVersion]?.reach(1)
        #expect(try await coordinator.storedResponse(for: Kept(1)).value == 7)
    }

    @Test func rawEntriesAreDecodedByTheFirstTransportThatRestores() async throws {
        let origins = Log<PayloadOrigin>()
        let refusing = HeldTransport(restoring: { _ in false })
        let restoring = HeldTransport(decoding: { payload, origin in
            #expect(payload is Data)
            origins.append(origin)
            return try HeldTransport.integer(payload, origin)
        })
        let request = Kept(1, form: .raw)
        await store.put(.raw(Data("8".utf8)), for: request.key, savedAt: now)
        let coordinator = RequestCoordinator(transports: [refusing, restoring], stores: [store])
        #expect(try await coordinator.storedResponse(for: request) == .init(value: 8, savedAt: now))
        #expect(origins.all == [.restored])
        let other = RequestCoordinator(transports: [refusing], stores: [store])
        #expect(await Task { try await other.storedResponse(for: request) }.reason == .noTransport)
        // It is not the entry's fault.
        #expect(await store.entries.count == 1)
    }

    @Test func valueAndLiveEntriesNeedNoTransport() async throws {
        let live = StubStore(kind: StoreKind(rawValue: "live"), keepsLiveValues: true)
        await store.put(.value(Data("3".utf8)), for: Kept(1).key, savedAt: now)
        await live.put(.live(4), for: Kept(2).key, savedAt: now)
        let coordinator = RequestCoordinator(transports: [], stores: [store, live])
        #expect(try await coordinator.storedResponse(for: Kept(1)).value == 3)
        #expect(try await coordinator.storedResponse(for: Kept(2, form: .live)).value == 4)
        await live.put(.live("text"), for: Kept(2).key, savedAt: now)
        #expect(await Task { try await coordinator.storedResponse(for: Kept(2, form: .live)) }.reason == .undecodable)
    }
}
