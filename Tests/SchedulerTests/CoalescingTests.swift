import RequestScheduler
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct CoalescingTests {
    let transport = HeldTransport()

    private func join(_ coordinator: RequestCoordinator, _ count: Int) -> [Task<Int, any Error>] {
        (0..<count).map { _ in Task { try await coordinator.response(for: Get(1), duplicates: .join) } }
    }

    @Test func sharingNeedsNoStoreAndEndsWithTheFlight() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let calls = join(coordinator, 20)
        await coordinator.waitForCallers(20, at: transport)
        transport.succeed(0, 7)
        for call in calls { #expect(try await call.value == 7) }
        let late = join(coordinator, 1)[0]
        await transport.started.reach(2)
        transport.succeed(1, 8)
        #expect(try await late.value == 8)
        #expect(await coordinator.isIdle())
    }

    @Test(
        .bug("https://github.com/janos/singleflight/issues/4")
    ) func theFlightLivesUntilItsLastCallerLeaves() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let (first, second) = (join(coordinator, 1)[0], join(coordinator, 1)[0])
        await coordinator.waitForCallers(2, at: transport)
        first.cancel()
        #expect(await first.isCancellation)
        let third = join(coordinator, 1)[0]
        await coordinator.waitForCallers(2, at: transport)
        #expect(transport.cancelled.value == 0)
        transport.succeed(0, 3)
        #expect(try await second.value == 3)
        #expect(try await third.value == 3)
        #expect(transport.requests.count == 1)
    }

    @Test func theLastToLeaveCancelsTheTransport() async {
        let coordinator = RequestCoordinator(transports: [transport])
        let calls = join(coordinator, 3)
        await coordinator.waitForCallers(3, at: transport)
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.isCancellation) }
        #expect(transport.cancellations == [1])
        #expect(await coordinator.isIdle())
    }

    // MARK: The first caller's cancellation

    @Test func cancellingTheFirstCallerBeforeTheTransportStartsLeavesTheOthers() async throws {
        let executor = HeldExecutor()
        let transport = HeldTransport(sendExecutor: executor)
        let coordinator = RequestCoordinator(transports: [transport])
        executor.hold()
        let (first, second) = (join(coordinator, 1)[0], join(coordinator, 1)[0])
        await coordinator.waitForCallers(2)
        first.cancel()
        #expect(await first.isCancellation)
        executor.release()
        await transport.started.reach(1)
        transport.succeed(0, 5)
        #expect(try await second.value == 5)
        #expect(transport.requests.count == 1)
    }

    @Test func cancellingTheFirstCallerWhileItWaitsLeavesTheOthers() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let first = join(coordinator, 1)[0]
        await coordinator.waitForCallers(1, at: transport)
        let others = join(coordinator, 2)
        await coordinator.waitForCallers(3, at: transport)
        first.cancel()
        #expect(await first.isCancellation)
        transport.succeed(0, 5)
        for other in others { #expect(try await other.value == 5) }
        #expect(transport.cancelled.value == 0)
    }

    @Test func theDecoderOfACancelledCallerDoesNotSpeakForTheOthers() async throws {
        let decodings = Counter()
        let transport = HeldTransport(decoding: { payload, _ in
            if decodings.increment() == 1 {
                withUnsafeCurrentTask { $0?.cancel() }
            }
            try Task.checkCancellation()
            return payload
        })
        let coordinator = RequestCoordinator(transports: [transport])
        let calls = join(coordinator, 3)
        await coordinator.waitForCallers(3, at: transport)
        transport.succeed(0, 5)
        var values = 0
        for call in calls {
            if case .success(let value) = await call.result {
                #expect(value == 5)
                values += 1
            } else {
                #expect(await call.isCancellation)
            }
        }
        #expect(values == 2)
        #expect(decodings.value == 2)
        #expect(transport.cancelled.value == 0)
    }

    @Test func cancellingTheFirstCallerWhileItsValueIsStoredLeavesTheOthers() async throws {
        let store = StubStore()
        let gate = Gate()
        await store.hold(.write, at: gate)
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let calls = (0..<3).map { _ in Task { try await coordinator.response(for: Kept(1), duplicates: .join) } }
        await coordinator.waitForCallers(3, at: transport)
        transport.succeed(0, 5)
        await store.begun[.write]?.reach(1)
        calls[0].cancel()
        #expect(await calls[0].isCancellation)
        gate.open()
        #expect(try await calls[1].value == 5)
        #expect(try await calls[2].value == 5)
        #expect(await store.entries[Kept(1).key] != nil)
    }

    // MARK: Failures

    @Test func afterAFailureWasSeenANewCallStartsAfresh() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        for round in 0..<1000 {
            let calls = (0..<50).map { _ in
                Task {
                    do {
                        return try await coordinator.response(for: Get(1), duplicates: .join)
                    } catch is Failure {
                        return try await coordinator.response(for: Get(1), duplicates: .join)
                    }
                }
            }
            await coordinator.waitForCallers(50, at: transport, started: 2 * round + 1)
            transport.fail(2 * round)
            await coordinator.waitForCallers(50, at: transport, started: 2 * round + 2)
            transport.succeed(2 * round + 1, round)
            for call in calls { #expect(try await call.value == round) }
            #expect(transport.started.value == 2 * round + 2)
        }
    }

    @Test func aJoinerNeverSharesAFlightThatIsBeingCancelled() async throws {
        for _ in 0..<500 {
            let transport = HeldTransport(starting: { index, channel in
                if index > 0 { channel.finish(.success(index)) }
            })
            let coordinator = RequestCoordinator(transports: [transport])
            let first = join(coordinator, 1)[0]
            await transport.started.reach(1)
            async let count = coordinator.cancel(Get(1))
            let second = join(coordinator, 1)[0]
            if await count == 1 {
                #expect(try await second.value == 1)
            } else {
                #expect(await second.reason == .cancelled)
            }
            #expect(await first.reason == .cancelled)
        }
    }
}
