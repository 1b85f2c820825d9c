import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// What the coordinator relies on, of every transport alike.
@Suite(.timeLimit(.minutes(3)))
struct TransportContractTests {
    struct Foreign: Request { typealias Response = Int }

    @Test(arguments: TransportRig.Kind.allCases)
    func aFlightIsAnsweredOnceAndNotInsideItsStart(kind: TransportRig.Kind) async throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        #expect(rig.transport.supports(rig.probe))
        let answer = rig.transport.begin(rig.probe)
        try await rig.started(1)
        #expect(answer.answers == 0)
        try await rig.release(1)
        let payload = try await answer.payload()
        #expect(try rig.transport.decode(payload, for: rig.probe, from: .fresh) == ["ok"])
        answer.cancel()
        #expect(answer.answers == 1)
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func manyFlightsAreAnsweredOnceEach(kind: TransportRig.Kind) async throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        let answers = (0..<100).map { _ in rig.transport.begin(rig.probe) }
        try await rig.started(100)
        try await rig.release(100)
        for answer in answers { _ = try await answer.payload() }
        #expect(answers.allSatisfy { $0.answers == 1 })
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func cancellingEndsTheWorkAndLateAnswersAreIgnored(kind: TransportRig.Kind) async throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        let answer = rig.transport.begin(rig.probe)
        try await rig.started(1)
        answer.cancel()
        try await rig.cancelled(1)
        try await rig.release(1)
        answer.cancel()
        #expect(answer.answers == 0)
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func aSettledFlightIsReleased(kind: TransportRig.Kind) async throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        var answers = (0..<2).map { _ in rig.transport.begin(rig.probe) }
        try await rig.started(2)
        let released = answers.map(\.released)
        answers.removeFirst().cancel()
        await released[0].pass()
        try await rig.release(2)
        _ = try await answers.removeFirst().payload()
        await released[1].pass()
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func aFlightCancelledBeforeItsStartLeavesTheTransportUsable(kind: TransportRig.Kind) async throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        let early = Answer()
        let channel = early.makeChannel()
        early.cancel()
        rig.transport.start(rig.probe, answering: channel)

        let answer = rig.transport.begin(rig.probe)
        try await rig.started(kind == .scripted ? 2 : 1)
        try await rig.release(1)
        _ = try await answer.payload()
        #expect(early.answers == 0)
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func aStormOfCancellationsSettlesEveryFlight(kind: TransportRig.Kind) async throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        let answers = (0..<200).map { _ in rig.transport.begin(rig.probe) }
        try await rig.started(200)
        await withTaskGroup(of: Void.self) { group in
            for answer in answers.prefix(100) {
                group.addTask { answer.cancel() }
            }
            group.addTask { [release = rig.release] in
                do { try await release(200) } catch { Issue.record(error) }
            }
        }
        for answer in answers.suffix(100) { _ = try await answer.payload() }
        #expect(answers.suffix(100).allSatisfy { $0.answers == 1 })
        #expect(answers.prefix(100).allSatisfy { $0.answers <= 1 })
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func whatIsRestoredIsDecodedAgain(kind: TransportRig.Kind) throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        let stored = Data(#"["ok"]"#.utf8)
        if rig.transport.restores(rig.probe) {
            #expect(try rig.transport.decode(stored, for: rig.probe, from: .restored) == ["ok"])
        } else {
            #expect(throws: (any Error).self) { try rig.transport.decode(stored, for: rig.probe, from: .restored) }
        }
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func aForeignPayloadIsAnErrorAndNoTrap(kind: TransportRig.Kind) throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        #expect(throws: (any Error).self) { try rig.transport.decode(Foreign(), for: rig.probe, from: .fresh) }
    }

    @Test(arguments: TransportRig.Kind.allCases)
    func aRequestThatIsNotSupportedIsAnsweredToo(kind: TransportRig.Kind) async throws {
        let rig = try TransportRig.make(kind)
        defer { rig.tearDown() }
        guard !rig.transport.supports(Foreign()) else { return }
        await #expect(throws: (any Error).self) { try await rig.transport.begin(Foreign()).payload() }
    }

    @Test func aChannelThatIsDroppedAnswersThatThereIsNoResult() async {
        struct Dropping: Transport {
            func supports<R: Request>(_ request: R) -> Bool { true }
            func start<R: Request>(_ request: R, answering channel: ResultChannel) {}
            func decode<R: Request>(_ payload: any Sendable, for: R, from: PayloadOrigin) throws -> R.Response {
                throw MockError.unexpectedPayload
            }
        }
        await #expect { try await Dropping().begin(Foreign()).payload() } throws: { RequestError.Reason.noResult ~= $0 }
    }
}
