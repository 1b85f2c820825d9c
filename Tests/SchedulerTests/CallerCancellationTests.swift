import RequestScheduler
import TestSupport
import Testing

/// A caller whose own task is cancelled, and what becomes of its flight.
@Suite(.timeLimit(.minutes(3)))
struct CallerCancellationTests {
    let transport = HeldTransport()
    let clock = TestClock()

    private func makeCoordinator(_ transport: HeldTransport? = nil, _ stores: StubStore...) -> RequestCoordinator {
        var configuration = RequestCoordinator.Configuration()
        configuration.clock = clock
        return RequestCoordinator(
            transports: [transport ?? self.transport],
            stores: stores,
            configuration: configuration
        )
    }

    enum Hanging: CaseIterable, Sendable { case transport, read, readElseNetwork, write, claimedWrite }

    @Test(arguments: Hanging.allCases)
    func aCancelledCallerIsSettledAtOnceWhateverHangs(_ hanging: Hanging) async throws {
        let (store, gate) = (StubStore(), Gate())
        await store.hold(.read, at: gate)
        await store.hold(.write, at: gate)
        await store.claimBeforeGate(hanging == .claimedWrite)
        let coordinator = makeCoordinator(nil, store)
        let policy: FetchPolicy =
            switch hanging {
            case .read: .storeOnly
            case .readElseNetwork: .storeElseNetwork
            default: .networkOnly
            }
        let call = Task { try await coordinator.response(for: Kept(1), policy: policy) }
        switch hanging {
        case .transport: await transport.started.reach(1)
        case .read, .readElseNetwork: await store.begun[.read]?.reach(1)
        case .write, .claimedWrite:
            await transport.started.reach(1)
            transport.succeed(0, 4)
            await store.begun[.write]?.reach(1)
        }
        call.cancel()
        #expect(await call.isCancellation)
        #expect(await coordinator.contains(Kept(1)) == false)
        gate.open()
        await coordinator.waitUntilIdle()
        if hanging == .write { await store.ended[.write]?.reach(1) }
        // What a store had claimed is written; what it had not is not.
        #expect(await store.entries.count == (hanging == .claimedWrite ? 1 : 0))
    }

    @Test func foreignCancellationOfATransportArrivesWrapped() async throws {
        let coordinator = makeCoordinator()
        let call = Task { try await coordinator.response(for: Get(1)) }
        await transport.started.reach(1)
        transport.fail(0, CancellationError())
        let error = await #expect(throws: RequestError.self) { try await call.value }
        #expect(error?.reason == .foreignCancellation)
        #expect(error?.underlyingError is CancellationError)
    }

    @Test func foreignCancellationOfADecoderArrivesWrapped() async throws {
        let transport = HeldTransport(decoding: { _, _ in throw CancellationError() })
        let coordinator = makeCoordinator(transport)
        let calls = (0..<2).map { _ in Task { try await coordinator.response(for: Get(1), duplicates: .join) } }
        await coordinator.waitForCallers(2, at: transport)
        transport.succeed(0, 1)
        for call in calls { #expect(await call.reason == .foreignCancellation) }
    }

    @Test func foreignCancellationOfAStoreArrivesWrapped() async throws {
        let store = StubStore()
        await store.fail(.read, with: CancellationError())
        let coordinator = makeCoordinator(nil, store)
        let call = Task { try await coordinator.response(for: Kept(1), policy: .storeOnly) }
        #expect(await call.reason == .storeFailed)
    }

    // MARK: Abandonment

    @Test func anAbandonedFlightThatMayFinishIsStoredAndCanBeJoined() async throws {
        let store = StubStore()
        let coordinator = makeCoordinator(nil, store)
        let request = Kept(1, abandonment: .finish)
        let first = Task { try await coordinator.response(for: request) }
        await transport.started.reach(1)
        first.cancel()
        #expect(await first.isCancellation)
        #expect(await coordinator.contains(request))
        let second = Task { try await coordinator.response(for: request, duplicates: .join) }
        await coordinator.waitForCallers(1)
        second.cancel()
        #expect(await second.isCancellation)
        transport.succeed(0, 3)
        await store.ended[.write]?.reach(1)
        await coordinator.waitUntilIdle()
        #expect(transport.cancelled.value == 0)
        #expect(try await coordinator.storedResponse(for: request).value == 3)
    }

    @Test func anAbandonedFlightThatMayFinishIsStillCancelledExplicitly() async {
        let coordinator = makeCoordinator()
        let call = Task { try await coordinator.response(for: Get(1, abandonment: .finish)) }
        await transport.started.reach(1)
        call.cancel()
        _ = await call.result
        #expect(await coordinator.cancelAll() == 0)
        #expect(transport.cancellations == [1])
        #expect(await coordinator.isIdle())
    }

    @Test func aLingeringFlightIsCancelledWhenNobodyHasCome() async {
        let coordinator = makeCoordinator()
        let call = Task { try await coordinator.response(for: Get(1, abandonment: .linger(.seconds(5)))) }
        await transport.started.reach(1)
        call.cancel()
        _ = await call.result
        await clock.waitForSleepers()
        clock.advance(by: .seconds(4))
        #expect(await coordinator.contains(Get(1)))
        clock.advance(by: .seconds(1))
        await transport.cancelled.reach(1)
        #expect(await coordinator.contains(Get(1)) == false)
    }

    @Test func aLingeringFlightThatIsJoinedGoesOn() async throws {
        let coordinator = makeCoordinator()
        let request = Get(1, abandonment: .linger(.seconds(5)))
        let first = Task { try await coordinator.response(for: request) }
        await transport.started.reach(1)
        first.cancel()
        _ = await first.result
        await clock.waitForSleepers()
        clock.advance(by: .seconds(4))
        let second = Task { try await coordinator.response(for: request, duplicates: .join) }
        await coordinator.waitForCallers(1)
        clock.advance(by: .seconds(60))
        #expect(await coordinator.contains(request))
        transport.succeed(0, 2)
        #expect(try await second.value == 2)
        #expect(transport.cancelled.value == 0)
    }

    @Test func aLingeringFlightThatIsAnsweredIsStored() async throws {
        let store = StubStore()
        let coordinator = makeCoordinator(nil, store)
        let request = Kept(1, abandonment: .linger(.seconds(5)))
        let call = Task { try await coordinator.response(for: request) }
        await transport.started.reach(1)
        call.cancel()
        _ = await call.result
        transport.succeed(0, 2)
        await store.ended[.write]?.reach(1)
        await coordinator.waitUntilIdle()
        #expect(try await coordinator.storedResponse(for: request).value == 2)
    }

    @Test func anAnswerIsNotLostWhenACallerLeavesOnItsWayToWaiting() async throws {
        for round in 0..<3000 {
            let transport = HeldTransport()
            let coordinator = makeCoordinator(transport)
            let stream = Task {
                var last: Int?
                for try await element in coordinator.responses(for: Get(1), duplicates: .join) { last = element.value }
                return last
            }
            await transport.started.reach(1)
            let call = Task { try await coordinator.response(for: Get(1), duplicates: .join) }
            let answering = Task { transport.succeed(0, round) }
            call.cancel()
            #expect(try await stream.value == round)
            await answering.value
            _ = await call.result
        }
    }
}
