import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answered by what may be absent.
private struct Maybe: Request, Hashable {
    typealias Response = Int?
    var storage: StoragePlan<Int?>? { .value(namespace: "maybe", identifier: "") }
}

private struct Live: Request, Hashable {
    typealias Response = Int?
    var storage: StoragePlan<Int?>? { .live(namespace: "maybe", identifier: "live") }
}

private struct Measure: Request, Hashable {
    typealias Response = Double
    var storage: StoragePlan<Double>? { .value(namespace: "measure", identifier: "1") }
}

@Suite(.timeLimit(.minutes(3)))
struct BadInputTests {
    let store = StubStore()

    private func makeCoordinator(
        _ answer: Result<any Sendable, any Error>,
        decoding: @escaping HeldTransport.Decoding = { payload, _ in payload }
    ) -> (RequestCoordinator, HeldTransport) {
        let transport = HeldTransport(starting: { _, channel in channel.finish(answer) }, decoding: decoding)
        return (RequestCoordinator(transports: [transport], stores: [store]), transport)
    }

    @Test func aFailureToEncodeIsAnAnswer() async {
        let (coordinator, _) = makeCoordinator(.failure(Failure(5)))
        await #expect(throws: Failure(5)) { try await coordinator.response(for: Get(1)) }
        #expect(await coordinator.isIdle())
    }

    @Test func aPayloadOfAnotherTypeIsADecodingError() async {
        let (coordinator, _) = makeCoordinator(.success("text"))
        await #expect(throws: Failure(-2)) { try await coordinator.response(for: Get(1)) }
        await #expect(throws: Failure(-2)) { for try await _ in coordinator.responses(for: Get(1)) {} }
        #expect(await coordinator.isIdle())
    }

    @Test func aCoordinatorOfNothingAnswersEveryPolicy() async {
        let coordinator = RequestCoordinator(transports: [])
        let policies: [FetchPolicy] = [.networkOnly, .storeOnly, .storeElseNetwork, .networkElseStore]
        for policy in policies {
            let call = Task { try await coordinator.response(for: Kept(1), policy: policy) }
            #expect(await call.reason == (policy == .storeOnly ? .noStore : .noTransport))
        }
        #expect(await Task { for try await _ in coordinator.responses(for: Kept(1)) {} }.reason == .noTransport)
        #expect(await Task { try await coordinator.removeStored(for: Kept(1)) }.reason == .noStore)
        await #expect(throws: Never.self) { try await coordinator.removeAllStored() }
        #expect(await coordinator.isIdle())
    }

    @Test func aRequestWithoutAPlanOrIdentifierIsNotStored() async throws {
        let (coordinator, _) = makeCoordinator(.success(1))
        let nameless = Planned(1, .value(namespace: "n", identifier: nil))
        #expect(nameless.storage == nil)
        #expect(try await coordinator.response(for: nameless, policy: .storeElseNetwork) == 1)
        #expect(await Task { try await coordinator.storedResponse(for: nameless) }.reason == .noStore)
        #expect(await Task { try await coordinator.removeStored(for: Get(1)) }.reason == .noStore)
        #expect(await store.entries.isEmpty)
    }

    @Test func aResponseThatMayBeAbsentIsFetchedStoredAndRead() async throws {
        let live = StubStore(kind: StoreKind(rawValue: "live"), keepsLiveValues: true)
        let transport = HeldTransport(
            starting: { _, channel in channel.finish(.success(Int?.none)) },
            decoding: { payload, _ in payload }
        )
        for stores in [[store], [live]] {
            let coordinator = RequestCoordinator(transports: [transport], stores: stores)
            #expect(try await coordinator.response(for: Maybe()) == nil)
            #expect(try await coordinator.storedResponse(for: Maybe()).value == nil)
            var values: [Int?] = []
            for try await element in coordinator.responses(for: Maybe(), link: .independent) {
                if let value = element.value { values.append(value) }
            }
            #expect(values == [nil, nil])
        }
        let coordinator = RequestCoordinator(transports: [transport], stores: [live])
        #expect(try await coordinator.response(for: Live()) == nil)
        #expect(try await coordinator.storedResponse(for: Live()).value == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.0])
    func numbersThatJSONHasNotComeBackAsTheyWere(_ value: Double) async throws {
        let (coordinator, _) = makeCoordinator(.success(value))
        _ = try await coordinator.response(for: Measure())
        let stored = try await coordinator.storedResponse(for: Measure()).value
        #expect(stored.isNaN == value.isNaN)
        #expect(value.isNaN || (stored == value && stored.sign == value.sign))
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .seconds(Int64.max)])
    func anyMaximumAgeWillDo(_ age: Duration) async throws {
        await store.put(.value(Data("1".utf8)), for: Kept(1).key, savedAt: Date() - 5)
        let coordinator = RequestCoordinator(transports: [], stores: [store])
        let call = Task { try await coordinator.response(for: Kept(1), policy: .storeOnly(maximumAge: age)) }
        #expect(await call.reason == (age > .zero ? nil : .notStored))
    }

    @Test(arguments: [-1e300, 1e300, .infinity, .nan])
    func anySaveTimeWillDo(_ seconds: Double) async throws {
        let savedAt = Date(timeIntervalSince1970: seconds)
        await store.put(.value(Data("1".utf8)), for: Kept(1).key, savedAt: savedAt)
        let coordinator = RequestCoordinator(transports: [], stores: [store])
        #expect(try await coordinator.storedResponse(for: Kept(1)).value == 1)
        let limited = Task { try await coordinator.storedResponse(for: Kept(1), maximumAge: .seconds(60)) }
        #expect(await limited.reason == .notStored)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func aLingeringTimeOfNothingCancelsTheFlight(_ duration: Duration) async {
        let transport = HeldTransport()
        let coordinator = RequestCoordinator(transports: [transport])
        let call = Task { try await coordinator.response(for: Get(1, abandonment: .linger(duration))) }
        await transport.started.reach(1)
        call.cancel()
        _ = await call.result
        await transport.cancelled.reach(1)
        await coordinator.waitUntilIdle()
    }

    @Test func aCommitTimeLimitOfNothingStillDeliversTheValue() async throws {
        var configuration = RequestCoordinator.Configuration()
        configuration.commitTimeLimit = .zero
        configuration.eventCapacity = -3
        let transport = HeldTransport(starting: { _, channel in channel.finish(.success(4)) })
        let coordinator = RequestCoordinator(transports: [transport], stores: [store], configuration: configuration)
        let events = coordinator.events
        #expect(try await coordinator.response(for: Kept(1)) == 4)
        await coordinator.waitUntilIdle()
        withExtendedLifetime(events) {}
    }

    @Test func aTimeLongerThanClocksCanHoldIsLongEnough() async throws {
        var configuration = RequestCoordinator.Configuration()
        configuration.commitTimeLimit = .seconds(Int64.max)
        let gate = Gate()
        await store.hold(.write, at: gate)
        let transport = HeldTransport()
        let coordinator = RequestCoordinator(transports: [transport], stores: [store], configuration: configuration)
        let leaving = Task {
            try await coordinator.response(for: Get(1, abandonment: .linger(.seconds(Int64.max))))
        }
        await transport.started.reach(1)
        leaving.cancel()
        #expect(await leaving.isCancellation)
        let storing = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(2)
        transport.succeed(1, 4)
        await store.begun[.write]?.reach(1)
        #expect(await coordinator.snapshot().count == 2)
        gate.open()
        #expect(try await storing.value == 4)
        #expect(await coordinator.contains(Get(1)))
        await coordinator.shutDown()
    }

    @Test func nonsenseFromATransportIsIgnored() async throws {
        let channels = Log<ResultChannel>()
        let transport = HeldTransport(starting: { _, channel in channels.append(channel) })
        let coordinator = RequestCoordinator(transports: [transport])
        let handled = Counter()
        let call = Task {
            var seen: [TransferProgress] = []
            for try await element in coordinator.responses(for: Get(1), includingProgress: true) {
                if case .progress(let progress) = element { seen.append(progress) }
            }
            return seen
        }
        await transport.started.reach(1)
        let channel = channels.all[0]
        channel.progress(TransferProgress(sent: -5, received: .min))
        channel.finish(.success(1))
        channel.progress(TransferProgress(received: 9))
        channel.finish(.failure(Failure()))
        channel.onCancel { handled.increment() }
        #expect(try await call.value.allSatisfy { $0 == TransferProgress() })
        await coordinator.cancelAll()
        #expect(handled.value == 0)
    }

    @Test func anEntryOfAnotherFormIsUndecodable() async throws {
        let coordinator = RequestCoordinator(transports: [], stores: [store])
        for content in [StoredContent.value(Data("1".utf8)), .live("text")] {
            let request = Kept(1, form: .raw)
            await store.put(content, for: request.key, savedAt: Date())
            #expect(await Task { try await coordinator.storedResponse(for: request) }.reason == .undecodable)
        }
    }
}
