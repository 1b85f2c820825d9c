import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.timeLimit(.minutes(3)))
struct LifecycleTests {
    let transport = HeldTransport()
    let store = StubStore()

    private func makeCoordinator() -> RequestCoordinator {
        RequestCoordinator(transports: [transport], stores: [store])
    }

    @Test func clonesDoNotCancelOrShutDownEachOther() async throws {
        let original = makeCoordinator()
        let clone = original.clone()
        let call = Task { try await original.response(for: Kept(1)) }
        await transport.started.reach(1)
        #expect(await clone.contains(Kept(1)) == false)
        #expect(await clone.cancelAll() == 0)
        let other = Task { try await clone.response(for: Kept(1), duplicates: .exclude) }
        await transport.started.reach(2)
        await clone.shutDown()
        #expect(await other.reason == .shutDown)
        transport.succeed(0, 1)
        #expect(try await call.value == 1)
        // Stores are shared.
        #expect(try await original.clone().storedResponse(for: Kept(1)).value == 1)
    }

    // MARK: Shutting down

    @Test func shutDownEndsEveryCallerAndRefusesLaterCalls() async throws {
        await store.hold(.read, at: Gate())
        let coordinator = makeCoordinator()
        let calls = [
            Task { try await coordinator.response(for: Get(1)) },
            Task { try await coordinator.response(for: Get(1), duplicates: .join) },
            Task { try await coordinator.response(for: Kept(1), policy: .storeElseNetwork) },
        ]
        let stream = Task { for try await _ in coordinator.responses(for: Get(2)) {} }
        await coordinator.waitForCallers(4)
        await coordinator.shutDown()
        for call in calls { #expect(await call.reason == .shutDown) }
        #expect(await stream.reason == .shutDown)
        #expect(transport.cancelled.value == transport.started.value)

        let started = transport.started.value
        #expect(await Task { try await coordinator.response(for: Get(1)) }.reason == .shutDown)
        #expect(await Task { try await coordinator.storedResponse(for: Kept(1)) }.reason == .shutDown)
        #expect(await Task { for try await _ in coordinator.responses(for: Kept(1)) {} }.reason == .shutDown)
        #expect(await Task { try await coordinator.removeStored(for: Kept(1)) }.reason == .shutDown)
        #expect(transport.started.value == started)
    }

    @Test func shutDownWaitsForAWriteThatAStoreHasClaimed() async throws {
        let gate = Gate()
        await store.hold(.write, at: gate)
        await store.claimBeforeGate(true)
        let coordinator = makeCoordinator()
        let call = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        transport.succeed(0, 1)
        await store.begun[.write]?.reach(1)
        let returned = Counter()
        let shutDowns = (0..<5).map { _ in
            Task {
                await coordinator.shutDown()
                #expect(store.ended[.write]?.value == 1)
                returned.increment()
            }
        }
        #expect(await call.reason == .shutDown)
        #expect(returned.value == 0)
        // Waiting longer is left to those who want to.
        let impatient = Task { await coordinator.shutDown() }
        impatient.cancel()
        await impatient.value
        gate.open()
        for shutDown in shutDowns { await shutDown.value }
        await coordinator.shutDown()
        #expect(await store.entries.count == 1)
    }

    @Test func shutDownRevokesAWriteThatNoStoreHasClaimed() async throws {
        let gate = Gate()
        await store.hold(.write, at: gate)
        let coordinator = makeCoordinator()
        let call = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        transport.succeed(0, 1)
        await store.begun[.write]?.reach(1)
        // It does not wait for a store that hangs before it has claimed anything.
        await coordinator.shutDown()
        #expect(await call.reason == .shutDown)
        gate.open()
        await store.ended[.write]?.reach(1)
        #expect(await store.entries.isEmpty)
    }

    @Test func noWriteEndsAfterAShutDownThatRacesWithTheAnswer() async throws {
        for _ in 0..<1000 {
            let (transport, store) = (HeldTransport(), StubStore())
            await store.claimBeforeGate(true)
            let coordinator = RequestCoordinator(transports: [transport], stores: [store])
            let call = Task { try await coordinator.response(for: Kept(1)) }
            await transport.started.reach(1)
            let answering = Task { transport.succeed(0, 1) }
            await coordinator.shutDown()
            // What had been claimed by then has ended by then; what had not never will be.
            let ended = store.ended[.write]?.value
            let written = await store.entries.count
            await answering.value
            _ = await call.result
            #expect(written == 0 || ended == 1)
            #expect(await store.entries.count == written)
        }
    }

    // MARK: Release

    @Test func releaseEndsAFlightThatFinishesForTheStore() async throws {
        let events: EventSequence
        do {
            let coordinator = makeCoordinator()
            events = coordinator.events
            let call = Task { try await coordinator.response(for: Kept(1, abandonment: .finish)) }
            await transport.started.reach(1)
            call.cancel()
            _ = await call.result
        }
        #expect(await events.toEnd().last?.ending == .decided(.released))
        #expect(transport.cancellations == [1])
    }

    @Test func releaseEndsAnIterationThatNobodyAwaits() async throws {
        await store.put(.value(Data("1".utf8)), for: Kept(1).key, savedAt: Date())
        var coordinator: RequestCoordinator? = makeCoordinator()
        weak let released = coordinator
        var iterator = coordinator?.responses(for: Kept(1)).makeAsyncIterator()
        #expect(try await iterator?.next()?.value == 1)
        await transport.started.reach(1)
        coordinator = nil
        #expect(released != nil, "an iteration keeps it")
        iterator = nil
        await transport.cancelled.reach(1)
        while released != nil { await Task.yield() }
    }

    @Test func awaitedCallsKeepItAlive() async throws {
        var coordinator: RequestCoordinator? = makeCoordinator()
        weak let released = coordinator
        let call = Task { [coordinator] in try await coordinator?.response(for: Get(1)) }
        await transport.started.reach(1)
        coordinator = nil
        #expect(released != nil)
        transport.succeed(0, 1)
        #expect(try await call.value == 1)
        while released != nil { await Task.yield() }
    }

    @Test func howeverManyCallsAreStoredTheClockIsAskedForOneSleep() async throws {
        let clock = CountingClock()
        var configuration = RequestCoordinator.Configuration()
        configuration.clock = clock
        let transport = EagerTransport { _ in .success(Text("1")) }
        let coordinator = RequestCoordinator(transports: [transport], stores: [store], configuration: configuration)
        for id in 0..<50 { _ = try await coordinator.response(for: Kept(id)) }
        await coordinator.waitUntilIdle()
        #expect(clock.sleeps.value <= 1)
    }

    @Test(arguments: Keeper.allCases)
    fileprivate func noMarkOfTheFenceIsKeptForWorkThatHasEnded(_ keeper: Keeper) async throws {
        let hangs = StubStore(dataClasses: [DataClass(rawValue: "hangs")])
        for operation in [StubStore.Operation.read, .write] { await hangs.hold(operation, at: Gate()) }
        let channels = Log<ResultChannel>()
        let keeping = HeldTransport(
            supporting: { ($0 as? Kept)?.id == -1 },
            starting: { if keeper == .transport { channels.append($1) } }
        )
        let answering = EagerTransport { .success(Text("\(($0 as? Kept)?.id ?? 0)")) }
        let coordinator = RequestCoordinator(transports: [keeping, answering], stores: [store, hangs])
        let read = coordinator.storedRead(of: Kept(1), link: .independent)
        let kept = Kept(keeper == .readingStore ? 1 : -1, dataClass: keeper.dataClass)
        let call = Task {
            switch keeper {
            case .handle:
                _ = try await coordinator.response(for: Get(1), linking: read)
                _ = try await read.value
            case .transport, .writingStore: _ = try await coordinator.response(for: kept)
            case .readingStore: _ = try await coordinator.storedResponse(for: kept)
            }
        }
        switch keeper {
        case .handle: _ = await call.result
        case .transport: await keeping.started.reach(1)
        case .readingStore: await hangs.begun[.read]?.reach(1)
        case .writingStore:
            await keeping.started.reach(1)
            keeping.succeed(0, Text("1"))
            await hangs.begun[.write]?.reach(1)
        }
        call.cancel()
        _ = await call.result
        await coordinator.waitUntilIdle()
        for id in 0..<100 { #expect(try await coordinator.response(for: Kept(id)) == id) }
        // Other tests of the process have work on its way, for a moment each; this work would have kept every mark.
        #expect(store.fence.markCount < 100)
        withExtendedLifetime((read, channels)) {}
    }

    @Test func nothingOutlivesACoordinatorAtRest() async throws {
        weak var released: RequestCoordinator?
        weak var transportReleased: HeldTransport?
        weak var storeReleased: StubStore?
        do {
            let (transport, store) = (HeldTransport(), StubStore())
            let coordinator = RequestCoordinator(transports: [transport], stores: [store])
            (released, transportReleased, storeReleased) = (coordinator, transport, store)
            let call = Task { try await coordinator.response(for: Kept(1), policy: .storeElseNetwork) }
            await transport.started.reach(1)
            transport.succeed(0, 1)
            _ = try await call.value
            let stream = Task { for try await _ in coordinator.responses(for: Kept(1)) {} }
            await transport.started.reach(2)
            transport.succeed(1, 2)
            try await stream.value
            let left = Task { try await coordinator.response(for: Get(1)) }
            await transport.started.reach(3)
            left.cancel()
            _ = await left.result
            let read = coordinator.storedRead(of: Kept(1))
            let linked = Task { try await coordinator.response(for: Get(2), linking: read) }
            await transport.started.reach(4)
            await coordinator.cancelAll()
            _ = await linked.result
            for index in 0..<4 { transport.drop(index) }
        }
        for _ in 0..<100000 where released != nil || transportReleased != nil || storeReleased != nil {
            await Task.yield()
        }
        #expect(released == nil)
        #expect(transportReleased == nil)
        #expect(storeReleased == nil)
    }
}

/// Who keeps something of a call that is over.
private enum Keeper: CaseIterable, Sendable {
    case handle, transport, readingStore, writingStore

    var dataClass: DataClass {
        self == .readingStore || self == .writingStore ? DataClass(rawValue: "hangs") : .default
    }
}

/// A clock that stands still and counts who wants to sleep.
private struct CountingClock: Clock {
    let base = TestClock()
    let sleeps = Counter()

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        sleeps.increment()
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
