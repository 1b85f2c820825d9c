import RequestScheduler
import TestSupport
import Testing

/// Every call ends in exactly one outcome, the expected one, and leaves nothing behind, in whatever way it is made.
@Suite(.timeLimit(.minutes(3)))
struct OutcomeTests {
    enum Event: CaseIterable, Sendable {
        case value, transportError, decodeError, foreignCancellation, dropped, finishedTwice
        case own, instance, type, key, keyType, all, selected, duplicate, replaced, shutDown
        case noTransport, noStore, unmatchable, unsafe

        var duplicates: DuplicatePolicy {
            switch self {
            case .duplicate: .exclude
            case .unmatchable, .unsafe: .join
            default: .allow
            }
        }

        var key: RequestKey? { self == .unmatchable || self == .unsafe ? nil : "k" }
    }

    let transport = HeldTransport(supporting: { !($0 is Fetch) })

    private func expected(_ event: Event, _ way: CallWay) -> CallWay.Outcome {
        switch event {
        case .value, .finishedTwice: .value(7)
        case .transportError: .failure(Failure(3))
        case .decodeError: .failure(Failure(-1))
        case .foreignCancellation: .reason(.foreignCancellation)
        case .dropped: .reason(.noResult)
        case .own: way.isAwaited ? .cancellation : .reason(.cancelled)
        case .instance, .type, .key, .keyType, .all, .selected: .reason(.cancelled)
        case .duplicate: .reason(.duplicate)
        case .replaced: .reason(.replaced)
        case .shutDown: .reason(.shutDown)
        case .noTransport: .reason(.noTransport)
        // A sequence has no stored element then, and goes on to the network.
        case .noStore: way.isStream ? .value(7) : .reason(.noStore)
        case .unmatchable: .reason(.unmatchable)
        case .unsafe: .reason(.unsafeToJoin)
        }
    }

    private func make(_ event: Event, _ way: CallWay, in coordinator: RequestCoordinator) -> CallWay.Call {
        let options = CallWay.Options(
            key: event.key,
            duplicates: event.duplicates,
            policy: event == .noStore ? .storeOnly : .networkOnly
        )
        return switch event {
        case .noTransport: way.call(Fetch(1), options, in: coordinator)
        case .unmatchable: way.call(Anonymous(), options, in: coordinator)
        case .unsafe: way.call(Get(1, isSafe: false), options, in: coordinator)
        default: way.call(Get(1), options, in: coordinator)
        }
    }

    @Test(arguments: CallWay.allCases, Event.allCases)
    func everyCallEndsInExactlyOneOutcome(_ way: CallWay, _ event: Event) async {
        let coordinator = RequestCoordinator(transports: [transport])
        var first: Task<Int, any Error>?
        if event == .duplicate {
            first = Task { try await coordinator.response(for: Get(1), key: "k") }
            await transport.started.reach(1)
        }
        let call = make(event, way, in: coordinator)
        let isRefused =
            [.noTransport, .unmatchable, .unsafe].contains(event) || (event == .noStore && !way.isStream)
        if !isRefused { await transport.started.reach(1) }
        switch event {
        case .value: transport.succeed(0, 7)
        case .transportError: transport.fail(0, Failure(3))
        case .decodeError: transport.succeed(0, Text("no number"))
        case .foreignCancellation: transport.fail(0, CancellationError())
        case .dropped: transport.drop(0)
        case .finishedTwice:
            transport.succeed(0, 7)
            transport.fail(0, Failure(9))
            transport.succeed(0, 8)
        case .own: call.cancel()
        case .instance: await coordinator.cancel(Get(1))
        case .type: await coordinator.cancel(type: Get.self)
        case .key: await coordinator.cancel(key: "k")
        case .keyType: await coordinator.cancel(keyType: String.self)
        case .all: await coordinator.cancelAll()
        case .selected: await coordinator.cancel(where: .type(Get.self) && .key("k") && !.type(Fetch.self))
        case .replaced:
            let other = Task { try await coordinator.response(for: Get(1), key: "k", duplicates: .replace) }
            await transport.started.reach(2)
            transport.succeed(1, 1)
            _ = await other.result
        case .shutDown: await coordinator.shutDown()
        case .noStore where way.isStream: transport.succeed(0, 7)
        case .duplicate, .noTransport, .noStore, .unmatchable, .unsafe: break
        }
        #expect(await call.outcomes() == [expected(event, way)])
        call.cancel()
        if let first {
            transport.succeed(0, 1)
            await #expect(throws: Never.self) { try await first.value }
        }
        await coordinator.waitUntilIdle()
        await call.settle()
        #expect(call.outcomesSoFar.count == 1)
        #expect(transport.cancellations.allSatisfy { $0 <= 1 })
    }
}
