import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.timeLimit(.minutes(3)))
struct EventTests {
    let transport = HeldTransport()

    enum Course: CaseIterable, Sendable {
        case succeeded, failed, cancelled, replaced, left, shutDown, released, noResult, notStored

        var ending: RequestEvent.Ending {
            switch self {
            case .succeeded: .succeeded
            case .failed: .failed
            case .cancelled, .left: .decided(.cancelled)
            case .replaced: .decided(.replaced)
            case .shutDown: .decided(.shutDown)
            case .released: .decided(.released)
            case .noResult: .decided(.noResult)
            case .notStored: .decided(.notStored)
            }
        }
    }

    @Test(arguments: Course.allCases)
    func aBeginningHasOneEndWithItsReason(_ course: Course) async throws {
        let events: EventSequence
        do {
            let coordinator = RequestCoordinator(transports: [transport], stores: [StubStore()])
            events = coordinator.events
            let abandonment: AbandonPolicy = course == .released ? .finish : .cancel
            let call = Task {
                try await coordinator.response(
                    for: Kept(1, abandonment: abandonment),
                    policy: course == .notStored ? .storeOnly : .networkOnly
                )
            }
            if course != .notStored { await transport.started.reach(1) }
            switch course {
            case .succeeded: transport.succeed(0, 1)
            case .failed: transport.fail(0)
            case .cancelled: await coordinator.cancelAll()
            case .replaced:
                let other = Task { try await coordinator.response(for: Kept(1), duplicates: .replace) }
                await transport.started.reach(2)
                transport.fail(1)
                _ = await other.result
            case .left, .released: call.cancel()
            case .shutDown: await coordinator.shutDown()
            case .noResult: transport.drop(0)
            case .notStored: break
            }
            _ = await call.result
        }
        let all = await events.toEnd()
        var open: Set<RequestEvent.Flight> = []
        for event in all {
            if case .began(let flight) = event { #expect(open.insert(flight).inserted) }
            if case .ended(let flight, _) = event { #expect(open.remove(flight) != nil) }
        }
        #expect(open.isEmpty)
        #expect(all.first { $0.ending != nil }?.ending == course.ending)
        if course == .released { #expect(transport.cancellations == [1]) }
    }

    @Test func aStoredReadThatNeverBeganHasNoEnd() async throws {
        let coordinator = RequestCoordinator(transports: [transport], stores: [StubStore()])
        let events = coordinator.events
        _ = coordinator.storedRead(of: Kept(1))
        let read = coordinator.storedRead(of: Kept(1), link: .dependFull)
        let call = Task { try await coordinator.response(for: Get(1)) }
        await transport.started.reach(1)
        let refused = Task { try await coordinator.response(for: Get(1), duplicates: .exclude, linking: read) }
        #expect(await refused.reason == .duplicate)
        await coordinator.shutDown()
        #expect(await call.reason == .shutDown)
        // The shutdown ends them, though the coordinator is still there.
        let seen = await events.toEnd()
        // The call and the read that was linked, each once; nothing of the read that nobody used.
        #expect(seen.count(where: \.isBeginning) == 2)
        #expect(seen.count { $0.ending != nil } == 2)
        #expect(await coordinator.events.toEnd().isEmpty)
    }

    @Test(arguments: [RequestError.Reason.cancelled, .duplicate, .released, .replaced, .shutDown])
    func theDecisionOfAnotherCoordinatorIsAFailure(_ reason: RequestError.Reason) async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let events = coordinator.events
        let call = Task { try await coordinator.response(for: Get(1)) }
        await transport.started.reach(1)
        transport.fail(0, RequestError(reason))
        #expect(await call.reason == reason)
        #expect(await events.upTo { $0.ending != nil }.last?.ending == .failed)
    }

    @Test func foreignCancellationIsToldOfOnce() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let events = coordinator.events
        let call = Task { try await coordinator.response(for: Get(1)) }
        await transport.started.reach(1)
        transport.fail(0, CancellationError())
        #expect(await call.reason == .foreignCancellation)
        let all = await events.upTo { $0.ending != nil }
        #expect(all.count { if case .foreignCancellation = $0 { true } else { false } } == 1)
        #expect(all.last?.ending == .decided(.foreignCancellation))
    }

    @Test(arguments: [Int.min, 0, 1, 2])
    func howeverSmallTheBufferASlowObserverHearsOfMoreThanLosses(capacity: Int) async throws {
        var configuration = RequestCoordinator.Configuration()
        configuration.eventCapacity = capacity
        let transport = HeldTransport(starting: { index, channel in channel.finish(.success(index)) })
        let coordinator = RequestCoordinator(transports: [transport], configuration: configuration)
        var events = coordinator.events.makeAsyncIterator()
        var losses = 0
        for round in 0..<10 {
            for _ in 0..<3 { _ = try await coordinator.response(for: Get(round)) }
            for _ in 0..<2 { if case .lost = await events.next() { losses += 1 } }
        }
        #expect(losses == 9)
    }

    @Test func aSlowObserverLosesEventsAndIsToldHowMany() async throws {
        var configuration = RequestCoordinator.Configuration()
        configuration.eventCapacity = 3
        let transport = HeldTransport(starting: { index, channel in channel.finish(.success(index)) })
        let coordinator = RequestCoordinator(transports: [transport], configuration: configuration)
        let events = coordinator.events
        // Nobody reads: the requests are not held up, and three events are kept of twenty.
        for index in 0..<10 { #expect(try await coordinator.response(for: Get(1)) == index) }
        var iterator = events.makeAsyncIterator()
        for _ in 0..<3 {
            let event = await iterator.next()
            #expect(event.map { if case .lost = $0 { true } else { false } } == false)
        }
        _ = try await coordinator.response(for: Get(1))
        guard case .lost(let count) = await iterator.next() else {
            Issue.record("nothing is said of the loss")
            return
        }
        #expect(count == 17)
        #expect(await iterator.next()?.isBeginning == true)
    }

    @Test func observersSeeTheSameAndEndWithTheCoordinator() async throws {
        let transport = HeldTransport(starting: { index, channel in channel.finish(.success(index)) })
        let sequences: [EventSequence]
        do {
            let coordinator = RequestCoordinator(transports: [transport])
            sequences = [coordinator.events, coordinator.events]
            _ = try await coordinator.response(for: Get(1))
        }
        for events in sequences { #expect(await events.toEnd().count == 2) }
    }

    @Test func eventsAndErrorsCarryNoIdentifiers() async throws {
        let store = StubStore()
        let secret = "s3cret"
        let events: EventSequence
        let request = Planned(1, .value(namespace: "n", identifier: secret))
        await store.fail(.write, with: Failure(1))
        await store.fail(.read, with: Failure(2))
        do {
            let coordinator = RequestCoordinator(transports: [transport], stores: [store])
            events = coordinator.events
            let call = Task { try await coordinator.response(for: request, key: RequestKey(secret)) }
            await transport.started.reach(1)
            transport.succeed(0, 1)
            #expect(try await call.value == 1)
            let read = Task { try await coordinator.storedResponse(for: request) }
            let error = await #expect(throws: RequestError.self) { try await read.value }
            #expect(
                error.map { String(describing: $0).contains(secret) || String(reflecting: $0).contains(secret) }
                    == false
            )
        }
        let all = await events.toEnd()
        #expect(all.contains { $0.failedOperation == .write })
        #expect(all.contains { $0.failedOperation == .read })
        #expect(!all.contains { String(reflecting: $0).contains(secret) })
    }
}
