import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RecordingTransportTests {
    struct GetUser: Request, Hashable {
        typealias Response = String
        var id = 1
    }

    struct GetOrder: Request, Hashable {
        typealias Response = Int
        var id = 1
    }

    private let scripted = ScriptedTransport { !($0 is Anonymous) }
    private let transport: RecordingTransport

    init() {
        transport = RecordingTransport(wrapping: scripted)
    }

    @Test func requestsAreRecordedInOrderAndByType() {
        for id in 1...3 {
            _ = transport.begin(GetUser(id: id))
            _ = transport.begin(GetOrder(id: id * 10))
        }
        #expect(transport.requests(of: GetUser.self).map(\.id) == [1, 2, 3])
        #expect(transport.requests(of: GetOrder.self).map(\.id) == [10, 20, 30])
        #expect(transport.requests(of: Anonymous.self).isEmpty)
        #expect(transport.records.map { $0.request is GetUser } == [true, false, true, false, true, false])
    }

    @Test func everyEndIsRecordedOnce() async throws {
        let answers = (1...4).map { transport.begin(GetUser(id: $0)) }
        var flights: [ScriptedFlight<GetUser>] = []
        for _ in 1...4 { flights.append(try await scripted.next(GetUser.self)) }
        #expect(transport.records.allSatisfy { !$0.isEnded })
        flights[0].answer("Ann")
        flights[1].fail(Failure(3))
        answers[2].cancel()
        flights[3].drop()
        for answer in answers { answer.cancel() }
        let records = try await transport.waitForEnds(4, of: GetUser.self)
        guard case .succeeded = records[0].state, case .failed(let error) = records[1].state,
            case .cancelled = records[2].state, case .failed(RequestError.Reason.noResult) = records[3].state
        else {
            Issue.record("\(records)")
            return
        }
        #expect(error as? Failure == Failure(3))
        #expect(records.map(\.isCancelled) == [false, false, true, false])
        #expect(answers.map(\.answers) == [1, 1, 0, 1])
    }

    @Test func theEndIsRecordedBeforeTheFlightHearsOfIt() async throws {
        let wasEnded = Log<Bool>()
        let relay = ResultRelay { [transport] _ in wasEnded.append(transport.records.allSatisfy(\.isEnded)) }
        transport.start(GetUser(), answering: relay.makeChannel())
        try await scripted.next(GetUser.self).answer("Ann")
        #expect(wasEnded.all == [true])
    }

    @Test func aTestCanWaitForStartsAndEnds() async throws {
        async let starts = transport.waitForStarts(2, of: GetUser.self)
        async let ends = transport.waitForEnds(of: GetOrder.self)
        _ = transport.begin(GetUser(id: 5))
        _ = transport.begin(GetOrder(id: 6))
        _ = transport.begin(GetUser(id: 7))
        #expect(try await starts.map(\.id) == [5, 7])
        try await scripted.next(GetOrder.self).answer(1)
        #expect(try await ends.compactMap { ($0.request as? GetOrder)?.id } == [6])
        #expect(try await transport.waitForStarts(1, of: GetUser.self).count == 2)
    }

    @Test func waitingEndsWithItsTask() async {
        let start = Task { [transport] in try await transport.waitForStarts(of: GetUser.self) }
        let end = Task { [transport] in try await transport.waitForEnds(of: GetUser.self) }
        start.cancel()
        end.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }
        await #expect(throws: CancellationError.self) { try await end.value }
        // Nobody is left to be told.
        _ = transport.begin(GetUser())
    }

    @Test func everythingElseIsTheWrappedTransports() async throws {
        let executor = ManualExecutor()
        let held = HeldTransport(
            supporting: { $0 is Get },
            restoring: { $0 is Fetch },
            sendExecutor: executor,
            decodingExecutor: executor,
            showsActivity: true
        )
        let transport = RecordingTransport(wrapping: held)
        #expect(transport.supports(Get()) && !transport.supports(Fetch()))
        #expect(transport.restores(Fetch()) && !transport.restores(Get()))
        #expect(transport.showsActivity)
        #expect(transport.sendExecutor === executor && transport.decodingExecutor === executor)
        #expect(try transport.decode(Data("7".utf8), for: Get(), from: .restored) == 7)
        let answer = transport.begin(Get())
        held.report(0, TransferProgress(received: 3))
        #expect(answer.progress == [TransferProgress(received: 3)])
        answer.cancel()
        #expect(held.cancellations == [1])
    }

    @Test func aCoordinatorsCallsAreRecordedOnceForEachFlight() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let calls = (0..<5).map { _ in
            Task { try await coordinator.response(for: GetUser(id: 1), duplicates: .join) }
        }
        await coordinator.waitForCallers(calls.count)
        try await scripted.next(GetUser.self).answer("Ann")
        for call in calls { #expect(try await call.value == "Ann") }
        let other = Task { try await coordinator.response(for: GetUser(id: 2)) }
        try await transport.waitForStarts(2, of: GetUser.self)
        other.cancel()
        #expect(await other.isCancellation)
        #expect(try await transport.waitForEnds(2, of: GetUser.self).map(\.isCancelled) == [false, true])
    }
}
