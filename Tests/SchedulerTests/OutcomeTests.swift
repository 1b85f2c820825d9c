import RequestScheduler
import TestSupport
import Testing

/// Every call ends in exactly one outcome, the expected one, and leaves nothing behind.
@Suite(.timeLimit(.minutes(1)))
struct OutcomeTests {
    enum Way: CaseIterable, Sendable { case awaiting, iterating }

    enum Event: CaseIterable, Sendable {
        case value, transportError, decodeError, foreignCancellation, dropped, finishedTwice
        case ownTask, instance, type, key, keyType, all, duplicate, replaced, shutDown
        case noTransport, noStore, unmatchable, unsafe
    }

    enum Outcome: Equatable, Sendable {
        case value(Int), failure(Failure), reason(RequestError.Reason), cancellation, other, nothing
    }

    let transport = HeldTransport(supporting: { !($0 is Fetch) })

    private func expected(_ event: Event, _ way: Way) -> Outcome {
        switch event {
        case .value, .finishedTwice: .value(7)
        case .transportError: .failure(Failure(3))
        case .decodeError: .failure(Failure(-1))
        case .foreignCancellation: .reason(.foreignCancellation)
        case .dropped: .reason(.noResult)
        case .ownTask: .cancellation
        case .instance, .type, .key, .keyType, .all: .reason(.cancelled)
        case .duplicate: .reason(.duplicate)
        case .replaced: .reason(.replaced)
        case .shutDown: .reason(.shutDown)
        case .noTransport: .reason(.noTransport)
        // A sequence has no stored element then, and goes on to the network.
        case .noStore: way == .awaiting ? .reason(.noStore) : .value(7)
        case .unmatchable: .reason(.unmatchable)
        case .unsafe: .reason(.unsafeToJoin)
        }
    }

    private static func perform<R: Request>(
        _ request: R,
        _ event: Event,
        _ way: Way,
        in coordinator: RequestCoordinator
    ) async -> [Outcome] where R.Response == Int {
        var outcomes: [Outcome] = []
        let duplicates: DuplicatePolicy =
            switch event {
            case .duplicate: .exclude
            case .unmatchable, .unsafe: .join
            default: .allow
            }
        let key: RequestKey? = [.unmatchable, .unsafe].contains(event) ? nil : "k"
        do {
            switch way {
            case .awaiting:
                let value = try await coordinator.response(
                    for: request,
                    key: key,
                    duplicates: duplicates,
                    policy: event == .noStore ? .storeOnly : .networkOnly
                )
                outcomes.append(.value(value))
            case .iterating:
                for try await element in coordinator.responses(for: request, key: key, duplicates: duplicates) {
                    outcomes.append(element.value.map { .value($0) } ?? .other)
                }
                if outcomes.isEmpty { outcomes.append(.nothing) }
            }
        } catch let error as RequestError {
            outcomes.append(.reason(error.reason))
        } catch let error as Failure {
            outcomes.append(.failure(error))
        } catch is CancellationError {
            outcomes.append(.cancellation)
        } catch {
            outcomes.append(.other)
        }
        return outcomes
    }

    @Test(arguments: Way.allCases, Event.allCases)
    func everyCallEndsInExactlyOneOutcome(_ way: Way, _ event: Event) async {
        let coordinator = RequestCoordinator(transports: [transport])
        var first: Task<Int, any Error>?
        if event == .duplicate {
            first = Task { try await coordinator.response(for: Get(1), key: "k") }
            await transport.started.reach(1)
        }
        let call = Task {
            switch event {
            case .noTransport: await Self.perform(Fetch(1), event, way, in: coordinator)
            case .unmatchable: await Self.perform(Anonymous(), event, way, in: coordinator)
            case .unsafe: await Self.perform(Get(1, isSafe: false), event, way, in: coordinator)
            default: await Self.perform(Get(1), event, way, in: coordinator)
            }
        }
        let isRefused =
            [.noTransport, .unmatchable, .unsafe].contains(event) || (event == .noStore && way == .awaiting)
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
        case .ownTask: call.cancel()
        case .instance: await coordinator.cancel(Get(1))
        case .type: await coordinator.cancel(type: Get.self)
        case .key: await coordinator.cancel(key: "k")
        case .keyType: await coordinator.cancel(keyType: String.self)
        case .all: await coordinator.cancelAll()
        case .replaced:
            let other = Task { try await coordinator.response(for: Get(1), key: "k", duplicates: .replace) }
            await transport.started.reach(2)
            transport.succeed(1, 1)
            _ = await other.result
        case .shutDown: await coordinator.shutDown()
        case .noStore where way == .iterating: transport.succeed(0, 7)
        case .duplicate, .noTransport, .noStore, .unmatchable, .unsafe: break
        }
        #expect(await call.value == [expected(event, way)])
        if let first {
            transport.succeed(0, 1)
            await #expect(throws: Never.self) { try await first.value }
        }
        await coordinator.waitUntilIdle()
        #expect(transport.cancellations.allSatisfy { $0 <= 1 })
    }
}
