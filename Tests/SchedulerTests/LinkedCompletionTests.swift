import Dispatch
import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A network call and a stored read that is linked to it, each told to a completion.
@Suite(.timeLimit(.minutes(3)))
struct LinkedCompletionTests {
    enum Row: CaseIterable, Sendable { case success, failure, cancelled, replaced, shutDown, released, duplicate }

    private final class Told: Sendable {
        let order = Log<String>()
        let stored = Log<CallOutcome<Stored<Int>>>()
        let fetched = Log<CallOutcome<Int>>()
        let count = Counter()
    }

    let transport = HeldTransport()
    let store = StubStore()
    let gate = Gate()

    private func makeCoordinator() async -> RequestCoordinator {
        await store.put(.value(Data("3".utf8)), for: Kept(1).key, savedAt: Date(timeIntervalSince1970: 1000))
        await store.hold(.read, at: gate)
        return RequestCoordinator(transports: [transport], stores: [store])
    }

    @discardableResult
    private func call(
        _ coordinator: RequestCoordinator,
        _ link: StoreLink,
        duplicates: DuplicatePolicy = .allow,
        on target: CallbackTarget = .anywhere,
        _ told: Told
    ) -> CallHandle {
        coordinator.response(
            for: Get(1),
            duplicates: duplicates,
            linkingStored: Kept(1),
            link: link,
            on: target,
            stored: { outcome in
                told.order.append("stored")
                told.stored.append(outcome)
                told.count.increment()
            },
            fetched: { outcome in
                told.order.append("fetched")
                told.fetched.append(outcome)
                told.count.increment()
            }
        )
    }

    /// Why the stored read gives nothing, if it does not, where the network landed first.
    private func refusal(_ row: Row, _ link: StoreLink) -> RequestError.Reason? {
        switch (row, link) {
        case (_, .independent), (.failure, _): nil
        case (.success, _): .linkedCallSucceeded
        case (_, .dependSuccessResult): nil
        case (.duplicate, .dependFull): .linkedCallDuplicate
        case (_, .dependFull): .linkedCallCancelled
        }
    }

    @Test(arguments: Row.allCases, [StoreLink.independent, .dependSuccessResult, .dependFull])
    func theNetworkLandsFirst(_ row: Row, _ link: StoreLink) async throws {
        var coordinator: RequestCoordinator? = await makeCoordinator()
        let told = Told()
        if row == .duplicate {
            coordinator?.response(for: Get(1)) { _ in }
            await transport.started.reach(1)
        }
        if let coordinator { call(coordinator, link, duplicates: row == .duplicate ? .exclude : .allow, told) }
        await transport.started.reach(1)
        // Where the read goes on without it, it has begun.
        if row != .duplicate { await store.begun[.read]?.reach(1) }
        switch row {
        case .success: transport.succeed(0, 7)
        case .failure: transport.fail(0, Failure(3))
        case .cancelled: await coordinator?.cancel(Get(1))
        case .replaced: coordinator?.response(for: Get(1), duplicates: .replace) { _ in }
        case .shutDown: await coordinator?.shutDown()
        case .released: coordinator = nil
        case .duplicate: break
        }
        await told.count.reach(1)
        let refusal = refusal(row, link)
        if refusal == nil { gate.open() }
        await told.count.reach(2)
        let stored = try #require(told.stored.all.first)
        #expect(stored.cancellation == refusal)
        #expect((stored.value?.value == 3) == (refusal == nil))
        if row == .success { #expect(told.fetched.all.first?.value == 7) }
        if row == .failure { #expect(told.fetched.all.first?.error is Failure) }
        if row == .released { #expect(told.fetched.all.first?.cancellation == .released) }
        if row == .duplicate { #expect(told.fetched.all.first?.isDuplicate == true) }
        if row == .success, link != .independent { #expect(told.order.all == ["stored", "fetched"]) }
        #expect(told.count.value == 2)
        gate.open()
        await coordinator?.cancelAll()
        await coordinator?.waitUntilIdle()
    }

    @Test func storedDataIsNeverToldAfterFreshDataOnATargetThatRunsSeveralJobsAtOnce() async {
        let transport = HeldTransport(starting: { _, channel in channel.finish(.success(7)) })
        _ = await makeCoordinator()
        gate.open()
        let racing = RequestCoordinator(transports: [transport], stores: [store])
        for round in 0..<300 {
            let told = Told()
            call(racing, [.dependSuccessResult, .dependFull][round % 2], on: .queue(.global()), told)
            await told.count.reach(2)
            #expect(told.order.all == ["stored", "fetched"])
        }
    }

    @Test func theHandleEndsBoth() async {
        let coordinator = await makeCoordinator()
        let told = Told()
        let handle = call(coordinator, .independent, told)
        await transport.started.reach(1)
        handle.cancel()
        await told.count.reach(2)
        #expect(told.stored.all.map(\.cancellation) == [.cancelled])
        #expect(told.fetched.all.map(\.cancellation) == [.cancelled])
        #expect(transport.cancellations == [1])
        gate.open()
        await coordinator.waitUntilIdle()
    }
}
