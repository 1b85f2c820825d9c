import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Calls that are told of by completions.
@Suite(.timeLimit(.minutes(3)))
struct CompletionTests {
    let transport = HeldTransport()
    let store = StubStore()

    private func makeCoordinator() -> RequestCoordinator {
        RequestCoordinator(transports: [transport], stores: [store])
    }

    private func put(_ value: Int, for request: Kept) async {
        await store.put(.value(Data("\(value)".utf8)), for: request.key, savedAt: Date(timeIntervalSince1970: 1000))
    }

    @Test func aCompletionNeverRunsInsideTheCall() async {
        // On one thread: whatever runs before the call returns runs inside it.
        let transport = HeldTransport(
            supporting: { !($0 is Fetch) },
            starting: { index, channel in channel.finish(.success(index)) }
        )
        let executor = ManualExecutor()
        var configuration = RequestCoordinator.Configuration()
        configuration.taskExecutor = executor
        let coordinator = RequestCoordinator(transports: [transport], configuration: configuration)
        let told = Log<String>()
        let note: @Sendable (String) -> Void = { told.append($0) }
        coordinator.response(for: Get(1)) { _ in note("value") }
        coordinator.response(for: Fetch(1)) { _ in note("no transport") }
        coordinator.response(for: Anonymous(), duplicates: .join) { _ in note("unmatchable") }
        coordinator.storedResponse(for: Get(1)) { _ in note("not stored") }
        coordinator.responses(for: Fetch(1), element: { _ in }, completion: { _ in note("stream") })
        coordinator.removeStored(for: Get(1)) { _ in note("removal") }
        let listener = Listener { note($0) }
        coordinator.response(for: Get(1), informing: listener)
        coordinator.responses(for: Fetch(1), informing: listener)
        coordinator.removeStored(for: Get(1), informing: listener)
        let call = coordinator.call(for: Fetch(1))
        call.cancel()
        call.start { _ in note("cancelled before the start") }
        #expect(told.all == [])
        var random = SeededRandom(seed: 1)
        executor.drain(&random)
        #expect(told.all.count == 10)
        #expect(Set(told.all).count == 10)
    }

    @Test func theHandleEndsItsCallAndNoOther() async throws {
        let coordinator = makeCoordinator()
        let (mine, other) = (Log<CallOutcome<Int>>(), Log<CallOutcome<Int>>())
        let ended = Counter()
        let handle = coordinator.response(for: Get(1), duplicates: .join) { outcome in
            mine.append(outcome)
            ended.increment()
        }
        await transport.started.reach(1)
        coordinator.response(for: Get(1), duplicates: .join) { outcome in
            other.append(outcome)
            ended.increment()
        }
        await coordinator.waitForCallers(2)
        handle.cancel()
        await ended.reach(1)
        #expect(mine.all.map(\.cancellation) == [.cancelled])
        #expect(transport.cancellations == [0])
        transport.succeed(0, 4)
        await ended.reach(2)
        #expect(other.all.map(\.value) == [4])
        handle.cancel()
        await coordinator.waitUntilIdle()
        #expect(mine.all.count == 1)
    }

    @Test func droppingTheHandleLeavesTheCall() async {
        let coordinator = makeCoordinator()
        let (ended, values) = (Counter(), Log<Int?>())
        do {
            _ = coordinator.response(for: Get(1)) { outcome in
                values.append(outcome.value)
                ended.increment()
            }
        }
        await transport.started.reach(1)
        transport.succeed(0, 4)
        await ended.reach(1)
        #expect(values.all == [4])
    }

    @Test func aHandleThatIsCancelledAtOnceStartsNothing() async {
        let coordinator = makeCoordinator()
        for _ in 0..<100 {
            let ended = Counter()
            let handle = coordinator.response(for: Get(1)) { outcome in
                #expect(outcome.cancellation == .cancelled)
                ended.increment()
            }
            handle.cancel()
            await ended.reach(1)
        }
        await coordinator.waitUntilIdle()
        #expect(transport.cancelled.value == transport.started.value)
    }

    enum Form: CaseIterable, Sendable { case response, stored, elements, elementsDelegate, deferred, linked }

    @Test(arguments: Form.allCases)
    func aCallThatIsNotAwaitedEndsWithTheReleaseOfItsCoordinator(_ form: Form) async {
        let gate = Gate()
        await store.hold(.read, at: gate)
        var coordinator: RequestCoordinator? = makeCoordinator()
        weak let weakly = coordinator
        let (reasons, ended) = (Log<RequestError.Reason?>(), Counter())
        let tell: @Sendable (RequestError.Reason?) -> Void = { reason in
            reasons.append(reason)
            ended.increment()
        }
        let listener = Listener()
        listener.onStreamEnd { tell($0.outcome.cancellation) }
        switch form {
        case .response: coordinator?.response(for: Get(1)) { tell($0.cancellation) }
        case .stored: coordinator?.storedResponse(for: Kept(1)) { tell($0.cancellation) }
        case .elements: coordinator?.responses(for: Get(1), element: { _ in }, completion: { tell($0.cancellation) })
        case .elementsDelegate: coordinator?.responses(for: Get(1), informing: listener)
        case .deferred: coordinator?.call(for: Get(1)).start { tell($0.cancellation) }
        case .linked:
            coordinator?.response(
                for: Get(1),
                linkingStored: Kept(1),
                link: .dependFull,
                stored: { #expect($0.cancellation == .linkedCallCancelled) },
                fetched: { tell($0.cancellation) }
            )
        }
        if form == .stored { await store.begun[.read]?.reach(1) } else { await transport.started.reach(1) }
        coordinator = nil
        await ended.reach(1)
        #expect(reasons.all == [.released])
        withExtendedLifetime(listener) {}
        #expect(transport.cancelled.value == transport.started.value)
        #expect(weakly == nil)
        gate.open()
    }

    @Test func whatIsStoredIsToldWithTheTimeItWasSaved() async {
        await put(3, for: Kept(1))
        let coordinator = makeCoordinator()
        let (ended, outcomes) = (Counter(), Log<CallOutcome<Stored<Int>>>())
        for id in 1...2 {
            coordinator.storedResponse(for: Kept(id)) { outcome in
                outcomes.append(outcome)
                ended.increment()
            }
            await ended.reach(id)
        }
        #expect(outcomes.all[0].value == Stored(value: 3, savedAt: Date(timeIntervalSince1970: 1000)))
        #expect((outcomes.all[1].error as? RequestError)?.reason == .notStored)
    }

    @Test func theFormForValuesAloneIsSilentWithoutOne() async {
        await put(3, for: Kept(1))
        let coordinator = makeCoordinator()
        let (values, told) = (Log<Int>(), Counter())
        let handle: @Sendable (Stored<Int>) -> Void = { stored in
            values.append(stored.value)
            told.increment()
        }
        coordinator.ifStored(Kept(2), perform: handle)
        coordinator.ifStored(Kept(1), maximumAge: .seconds(1), perform: handle)
        await store.ended[.read]?.reach(2)
        await coordinator.waitUntilIdle()
        coordinator.ifStored(Kept(1), perform: handle)
        await told.reach(1)
        #expect(values.all == [3])
    }

    @Test func removalsAreTold() async throws {
        let coordinator = makeCoordinator()
        let (ended, outcomes) = (Counter(), Log<Bool>())
        let tell: @Sendable (CallOutcome<Void>) -> Void = { outcome in
            outcomes.append(outcome.value != nil)
            ended.increment()
        }
        let removals: [@Sendable () -> CallHandle] = [
            { coordinator.removeStored(for: Kept(1), completion: tell) },
            { coordinator.removeStored(of: .default, completion: tell) },
            { coordinator.removeStoredOfAnyClassStores(completion: tell) },
            { coordinator.removeAllStored(completion: tell) },
        ]
        for (index, remove) in removals.enumerated() {
            await put(1, for: Kept(1))
            _ = remove()
            await ended.reach(index + 1)
            #expect(await store.entries.isEmpty)
        }
        await coordinator.shutDown()
        coordinator.removeAllStored { outcome in
            #expect(outcome.cancellation == .shutDown)
            ended.increment()
        }
        await ended.reach(5)
        #expect(outcomes.all == [true, true, true, true])
    }
}
