import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Errors that are answers, and what becomes of the stored entry then.
@Suite(.timeLimit(.minutes(3)))
struct ContentErrorTests {
    private struct Refusal: ContentError {}

    let transport = HeldTransport()
    let store = StubStore()

    private func request(_ onContentError: StoragePlan<Int>.OnContentError?) async -> Planned {
        let plan: StoragePlan<Int>? =
            if let onContentError {
                .value(namespace: "n", identifier: "1", onContentError: onContentError)
            } else {
                .value(namespace: "n", identifier: "1")
            }
        let request = Planned(1, plan)
        if let plan { await store.put(.value(Data("3".utf8)), for: plan.key, savedAt: Date()) }
        return request
    }

    private func call(
        _ request: Planned,
        in coordinator: RequestCoordinator,
        answering error: any Error,
        policy: FetchPolicy = .networkOnly
    ) async -> Result<Int, any Error> {
        let index = transport.started.value
        let call = Task { try await coordinator.response(for: request, policy: policy) }
        await transport.started.reach(index + 1)
        transport.fail(index, error)
        return await call.result
    }

    @Test(arguments: [nil, StoragePlan<Int>.OnContentError.keepsOldEntry, .removesOldEntry])
    func anAnswerThatIsAnErrorRemovesTheOldEntryIfThePlanSaysSo(
        _ onContentError: StoragePlan<Int>.OnContentError?
    ) async {
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let request = await request(onContentError)
        let outcome = await call(request, in: coordinator, answering: Refusal())
        #expect(throws: Refusal.self) { try outcome.get() }
        // Gone before the caller had the error.
        #expect(await store.entries.count == (onContentError == .removesOldEntry ? 0 : 1))
        await coordinator.waitUntilIdle()
    }

    @Test func noAnswerLeavesTheOldEntry() async {
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let request = await request(.removesOldEntry)
        _ = await call(request, in: coordinator, answering: Failure(3))
        #expect(await store.entries.count == 1)
        await #expect(throws: Never.self) { try await coordinator.storedResponse(for: request).value }
    }

    @Test func aDecoderMaySayThatTheAnswerIsAnError() async {
        let transport = HeldTransport(
            starting: { _, channel in channel.finish(.success(1)) },
            decoding: { _, _ in throw Refusal() }
        )
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let request = await request(.removesOldEntry)
        await #expect(throws: Refusal.self) { try await coordinator.response(for: request) }
        #expect(await store.entries.isEmpty)
    }

    @Test func aNewerEntrySurvivesTheLateErrorOfAnOlderFlight() async throws {
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let request = await request(.removesOldEntry)
        let old = Task { try await coordinator.response(for: request) }
        await transport.started.reach(1)
        let new = Task { try await coordinator.response(for: request) }
        await transport.started.reach(2)
        transport.succeed(1, 5)
        #expect(try await new.value == 5)
        transport.fail(0, Refusal())
        await #expect(throws: Refusal.self) { try await old.value }
        #expect(try await coordinator.storedResponse(for: request).value == 5)
    }

    @Test func aStoreThatHangsHoldsTheErrorBackNoLongerThanAWrite() async {
        let clock = TestClock()
        var configuration = RequestCoordinator.Configuration()
        configuration.clock = clock
        let coordinator = RequestCoordinator(transports: [transport], stores: [store], configuration: configuration)
        let (request, gate) = (await request(.removesOldEntry), Gate())
        await store.hold(.remove, at: gate)
        let call = Task { try await coordinator.response(for: request) }
        await transport.started.reach(1)
        transport.fail(0, Refusal())
        await store.begun[.remove]?.reach(1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        await #expect(throws: Refusal.self) { try await call.value }
        gate.open()
        await coordinator.waitUntilIdle()
    }

    @Test func aFallbackDoesNotBringBackWhatTheAnswerRemoved() async throws {
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let kept = await request(.keepsOldEntry)
        let found = await call(kept, in: coordinator, answering: Refusal(), policy: .networkElseStore)
        #expect(try found.get() == 3)
        let removed = await request(.removesOldEntry)
        let missed = await call(removed, in: coordinator, answering: Refusal(), policy: .networkElseStore)
        #expect(throws: Refusal.self) { try missed.get() }
    }

    // MARK: Falling back for a call that was called off

    enum Off: CaseIterable, Sendable { case cancelled, replaced, duplicate, ownTask, shutDown }

    @Test(arguments: Off.allCases, [true, false])
    func aCallThatOthersCalledOffFallsBackIfItsPolicyCoversThat(_ off: Off, _ covers: Bool) async throws {
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let request = await request(nil)
        if off == .duplicate {
            coordinator.response(for: request) { _ in }
            await transport.started.reach(1)
        }
        let call = Task {
            try await coordinator.response(
                for: request,
                duplicates: off == .duplicate ? .exclude : .allow,
                policy: .networkElseStore(coveringCancellation: covers)
            )
        }
        await transport.started.reach(1)
        switch off {
        case .cancelled: await coordinator.cancel(request)
        case .replaced: coordinator.response(for: request, duplicates: .replace) { _ in }
        case .ownTask: call.cancel()
        case .shutDown: await coordinator.shutDown()
        case .duplicate: break
        }
        switch off {
        case .cancelled where covers, .replaced where covers, .duplicate where covers:
            #expect(try await call.value == 3)
        case .cancelled: #expect(await call.reason == .cancelled)
        case .replaced: #expect(await call.reason == .replaced)
        case .duplicate: #expect(await call.reason == .duplicate)
        case .ownTask: #expect(await call.isCancellation)
        case .shutDown: #expect(await call.reason == .shutDown)
        }
        await coordinator.cancelAll()
    }
}
