import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Calls that are told of to a delegate.
@Suite(.timeLimit(.minutes(3)))
struct DelegateTests {
    let transport = HeldTransport()
    let store = StubStore()
    let saved = Date(timeIntervalSince1970: 1000)

    func makeCoordinator() async -> RequestCoordinator {
        await store.put(.value(Data("3".utf8)), for: Kept(1).key, savedAt: saved)
        return RequestCoordinator(transports: [transport], stores: [store])
    }

    @Test func itIsToldWhatWasAskedForAndHowItEnded() async throws {
        let coordinator = await makeCoordinator()
        let listener = Listener()
        coordinator.response(for: Get(1), key: "k", informing: listener)
        await transport.started.reach(1)
        transport.succeed(0, 7)
        await listener.told.reach(1)
        let notice = try #require(listener.notices.all.first)
        #expect(notice.request as? Get == Get(1))
        #expect(notice.key == "k")
        #expect(notice.isFromStorage == false)
        #expect(notice.savedAt == nil)
        #expect(notice.outcome(of: Get.self)?.value == 7)
        #expect(notice.outcome(of: Fetch.self)?.value == nil)
        #expect(notice.outcome.value as? Int == 7)
    }

    @Test func itIsToldWhatCameFromAStoreAndWhenItWasSaved() async {
        let coordinator = await makeCoordinator()
        let listener = Listener()
        coordinator.storedResponse(for: Kept(1), informing: listener)
        await listener.told.reach(1)
        coordinator.response(for: Kept(1), policy: .storeElseNetwork, informing: listener)
        await listener.told.reach(2)
        coordinator.response(for: Kept(1), policy: .networkElseStore, informing: listener)
        await transport.started.reach(1)
        transport.fail(0)
        await listener.told.reach(3)
        for notice in listener.notices.all {
            #expect(notice.isFromStorage)
            #expect(notice.savedAt == saved)
            #expect(notice.outcome(of: Kept.self)?.value == 3)
        }
        coordinator.storedResponse(for: Kept(2), informing: listener)
        await listener.told.reach(4)
        #expect(listener.notices.all[3].isFromStorage)
        #expect(listener.notices.all[3].savedAt == nil)
    }

    @Test func valuesOnlyKeepsEverythingElseFromIt() async {
        let coordinator = await makeCoordinator()
        let listener = Listener()
        coordinator.storedResponse(for: Kept(2), valuesOnly: true, informing: listener)
        await store.ended[.read]?.reach(1)
        await coordinator.waitUntilIdle()
        coordinator.storedResponse(for: Kept(1), valuesOnly: true, informing: listener)
        await listener.told.reach(1)
        #expect(listener.notices.all.map { $0.outcome(of: Kept.self)?.value } == [3])
    }

    @Test func aLinkedPairIsToldApart() async {
        let coordinator = await makeCoordinator()
        let listener = Listener()
        coordinator.response(for: Get(1), linkingStored: Kept(1), informing: listener)
        await listener.told.reach(1)
        await transport.started.reach(1)
        transport.succeed(0, 7)
        await listener.told.reach(2)
        #expect(listener.notices.all.map(\.isFromStorage) == [true, false])
        #expect(listener.notices.all.map { $0.outcome.value as? Int } == [3, 7])
    }

    @Test func aCallForLaterTellsItOfEveryRun() async {
        let coordinator = await makeCoordinator()
        let listener = Listener()
        let call = coordinator.call(for: Kept(1), key: "k", policy: .storeElseNetwork)
        #expect(call.start(informing: listener))
        await listener.told.reach(1)
        #expect(call.start(informing: listener))
        await listener.told.reach(2)
        for notice in listener.notices.all {
            #expect(notice.key == "k")
            #expect(notice.savedAt == saved)
            #expect(notice.outcome(of: Kept.self)?.value == 3)
        }
    }

    @Test func oneOnTheMainActorIsToldThere() async {
        @MainActor final class Screen: RequestDelegate {
            var value = 0

            nonisolated func callEnded(_ notice: CallNotice) {
                MainActor.assumeIsolated { value = notice.outcome(of: Kept.self)?.value ?? -1 }
            }
        }
        let coordinator = await makeCoordinator()
        let screen = Screen()
        // As a program has it: without its type.
        let delegate: any RequestDelegate = screen
        coordinator.storedResponse(for: Kept(1), on: .mainActor, informing: delegate)
        while await screen.value == 0 { await Task.yield() }
        #expect(await screen.value == 3)
    }

    @Test func oneThatIsGoneIsNotCalledAndNotKept() async {
        let coordinator = await makeCoordinator()
        let told = Counter()
        var listener: Listener? = Listener()
        weak let weakly = listener
        if let listener { coordinator.response(for: Get(1), informing: listener) }
        await transport.started.reach(1)
        listener = nil
        #expect(weakly == nil)
        coordinator.response(for: Get(1), duplicates: .join) { outcome in
            #expect(outcome.value == 7)
            told.increment()
        }
        await coordinator.waitForCallers(2)
        transport.succeed(0, 7)
        await told.reach(1)
        await coordinator.waitUntilIdle()
    }

    @Test func itIsCalledOnItsTarget() async {
        final class OnMain: RequestDelegate {
            let told = Counter()
            func callEnded(_ notice: CallNotice) {
                MainActor.assumeIsolated {}
                told.increment()
            }
        }
        let coordinator = await makeCoordinator()
        let listener = OnMain()
        coordinator.storedResponse(for: Kept(1), on: .mainActor, informing: listener)
        await listener.told.reach(1)
    }
}
