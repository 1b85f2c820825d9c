import Dispatch
import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Streams that are told of to a delegate.
extension DelegateTests {
    @Test func aStreamsDelegateIsToldWhatEachElementIs() async throws {
        let coordinator = await makeCoordinator()
        let listener = Listener()
        coordinator.responses(
            for: Kept(1),
            key: "k",
            includingProgress: true,
            on: .queue(.global()),
            informing: listener
        )
        await listener.told.reach(1)
        await transport.started.reach(1)
        transport.report(0, TransferProgress(received: 5))
        await listener.told.reach(2)
        transport.succeed(0, 4)
        await listener.told.reach(4)
        let elements = listener.elements.all
        #expect(elements.map { $0.value as? Int } == [3, nil, 4])
        #expect(elements.map(\.isFromStorage) == [true, false, false])
        #expect(elements.map(\.savedAt) == [saved, nil, nil])
        #expect(elements.map { $0.progress?.received } == [nil, 5, nil])
        #expect(elements.allSatisfy { $0.request as? Kept == Kept(1) && $0.key == "k" })
        #expect(elements[0].element(of: Kept.self) == .stored(Stored(value: 3, savedAt: saved)))
        #expect(elements[1].element(of: Kept.self) == .progress(TransferProgress(received: 5)))
        #expect(elements[2].element(of: Kept.self) == .fetched(4))
        #expect(elements.allSatisfy { $0.element(of: Get.self) == nil })
        let end = try #require(listener.streamEnds.all.first)
        #expect(listener.streamEnds.all.count == 1)
        #expect(end.outcome.value != nil)
        #expect(end.request as? Kept == Kept(1))
        #expect(end.key == "k")
        #expect(listener.notices.all.isEmpty)
    }

    @Test func withoutItsTypeAnElementCanBeGivenThatTypeAgainAndNoOther() {
        let stored = ResponseElement.stored(Stored(value: 3, savedAt: saved))
        #expect(stored.erased.typed(as: Int.self) == stored)
        #expect(stored.erased.typed(as: String.self) == nil)
        #expect(ResponseElement.fetched(4).erased.typed(as: Int.self) == .fetched(4))
        #expect(ResponseElement.fetched(4).erased.typed(as: String.self) == nil)
    }

    @Test func noElementIsToldOfToADelegateAfterTheCancellation() async {
        let coordinator = await makeCoordinator()
        let listener = Listener()
        let transport = transport
        let handle = Lock(CallHandle?.none)
        listener.onElement { _ in
            transport.succeed(0, 4)
            handle.withLock { $0 }?.cancel()
        }
        let gate = Gate()
        // Held until the test lets it go: what lands meanwhile is not told of.
        let target = CallbackTarget { job in
            Task {
                await gate.pass()
                job()
            }
        }
        let made = coordinator.responses(for: Kept(1), link: .independent, on: target, informing: listener)
        handle.withLock { $0 = made }
        await transport.started.reach(1)
        gate.open()
        await listener.told.reach(2)
        #expect(listener.elements.all.count == 1)
        #expect(listener.streamEnds.all.map(\.outcome.cancellation) == [.cancelled])
    }

    @Test func aStreamGoesOnWithoutItsDelegateWhichIsNotKept() async throws {
        let coordinator = await makeCoordinator()
        let told = Counter()
        var listener: Listener? = Listener { _ in told.increment() }
        weak let weakly = listener
        if let listener { coordinator.responses(for: Get(1), informing: listener) }
        await transport.started.reach(1)
        listener = nil
        #expect(weakly == nil)
        let joined = Task { try await coordinator.response(for: Get(1), duplicates: .join) }
        await coordinator.waitForCallers(2)
        transport.succeed(0, 7)
        #expect(try await joined.value == 7)
        await coordinator.waitUntilIdle()
        #expect(told.value == 0)
    }

    @Test func aDelegateThatGoesBetweenTwoElementsIsToldNoMore() async {
        let coordinator = await makeCoordinator()
        let (elements, ends) = (Counter(), Counter())
        var listener: Listener? = Listener()
        listener?.onElement { _ in elements.increment() }
        listener?.onStreamEnd { _ in ends.increment() }
        if let listener { coordinator.responses(for: Kept(1), informing: listener) }
        await elements.reach(1)
        await transport.started.reach(1)
        listener = nil
        transport.succeed(0, 4)
        await coordinator.waitUntilIdle()
        #expect(await store.entries[Kept(1).key] != nil)
        #expect(elements.value == 1)
        #expect(ends.value == 0)
    }

    @Test func aStreamsDelegateIsCalledOnItsTarget() async {
        final class OnMain: ResponseStreamDelegate {
            let told = Counter()

            func elementArrived(_ notice: ElementNotice) {
                MainActor.assumeIsolated {}
                told.increment()
            }

            func streamEnded(_ notice: StreamEndNotice) {
                MainActor.assumeIsolated {}
                told.increment()
            }
        }
        let coordinator = await makeCoordinator()
        let listener = OnMain()
        coordinator.responses(for: Kept(1), on: .mainActor, informing: listener)
        await transport.started.reach(1)
        await listener.told.reach(1)
        transport.succeed(0, 4)
        await listener.told.reach(3)
    }
}
