import RequestScheduler
import TestSupport
import Testing

/// What is equal, and what may be joined.
@Suite(.timeLimit(.minutes(3)))
struct MatchingTests {
    let transport = HeldTransport()

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
