import RequestScheduler
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
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

    // MARK: What is equal, and what may be joined

    @Test func theJoinersPriorityIsIrrelevant() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let priorities: [TaskPriority] = [.background, .high, .low, .medium]
        let calls = priorities.map { priority in
            Task(priority: priority) { try await coordinator.response(for: Get(1), duplicates: .join) }
        }
        await coordinator.waitForCallers(4, at: transport)
        transport.succeed(0, 5)
        for call in calls { #expect(try await call.value == 5) }
        #expect(transport.requests.count == 1)
    }

    @Test(
        .bug("https://github.com/vm0-ai/vm0/issues/15799")
    ) func requestsThatHashAlikeAreToldApart() async throws {
        let store = StubStore()
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let calls = [1, 2].map { id in
            Task { try await coordinator.response(for: Colliding(id), duplicates: .exclude) }
        }
        await transport.started.reach(2)
        for (index, request) in transport.requests.enumerated() {
            transport.succeed(index, (request as? Colliding)?.id)
        }
        #expect(try await calls[0].value == 1)
        #expect(try await calls[1].value == 2)
        for id in 1...2 { #expect(try await coordinator.response(for: Colliding(id), policy: .storeOnly) == id) }

        let again = [1, 2].map { id in Task { try await coordinator.response(for: Colliding(id), duplicates: .join) } }
        await transport.started.reach(4)
        #expect(await coordinator.cancel(Colliding(1)) == 1)
        #expect(await again[0].reason == .cancelled)
        #expect(await coordinator.contains(Colliding(2)))
        await coordinator.cancelAll()
    }

    @Test func equalNumbersOfDifferentTypesAreDifferentKeys() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let keys = [RequestKey(1), RequestKey(UInt8(1)), RequestKey(1.0)]
        var calls: [Task<Int, any Error>] = []
        for (index, key) in keys.enumerated() {
            calls.append(Task { try await coordinator.response(for: Get(1), key: key, duplicates: .exclude) })
            await transport.started.reach(index + 1)
        }
        #expect(await coordinator.contains(keyType: UInt8.self))
        #expect(await coordinator.contains(keyType: Float.self) == false)
        #expect(await coordinator.cancel(keyType: UInt8.self) == 1)
        #expect(await calls[1].reason == .cancelled)
        #expect(await coordinator.cancel(key: RequestKey(1)) == 1)
        #expect(await calls[0].reason == .cancelled)
        transport.succeed(2, 9)
        #expect(try await calls[2].value == 9)
        #expect(transport.cancellations == [1, 1, 0])
    }

    @Test func anUnsafeRequestIsNotJoined() async {
        let coordinator = RequestCoordinator(transports: [transport])
        let call = Task { try await coordinator.response(for: Get(1, isSafe: false), duplicates: .join) }
        #expect(await call.reason == .unsafeToJoin)
        #expect(transport.started.value == 0)
    }

    @Test func aFlightOfAnotherTypeOrPlanUnderTheKeyIsNotJoined() async throws {
        let coordinator = RequestCoordinator(transports: [transport], stores: [StubStore()])
        let first = Task { try await coordinator.response(for: Kept(1), key: "k") }
        await transport.started.reach(1)
        let otherType = Task { try await coordinator.response(for: Fetch(1), key: "k", duplicates: .join) }
        let otherPlan = Task { try await coordinator.response(for: Kept(2), key: "k", duplicates: .join) }
        let otherForm = Task { try await coordinator.response(for: Kept(1, form: .raw), key: "k", duplicates: .join) }
        #expect(await otherType.reason == .incompatibleToJoin)
        #expect(await otherPlan.reason == .incompatibleToJoin)
        #expect(await otherForm.reason == .incompatibleToJoin)
        transport.succeed(0, 4)
        #expect(try await first.value == 4)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [DuplicatePolicy.join, .exclude, .replace])
    func aRequestWithNeitherKeyNorIdentityCannotBeMatched(_ policy: DuplicatePolicy) async {
        let coordinator = RequestCoordinator(transports: [transport])
        let call = Task { try await coordinator.response(for: Anonymous(), duplicates: policy) }
        #expect(await call.reason == .unmatchable)
        #expect(transport.started.value == 0)
    }
}
