import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ScriptedTransportTests {
    struct User: Codable, Equatable, Sendable { var name: String }
    struct GetUser: Request, Hashable {
        typealias Response = User
        var id = 1
    }
    struct GetBytes: Request { typealias Response = Data }
    struct GetCounter: Request { typealias Response = Counter }

    let transport = ScriptedTransport()

    @Test func flightsAreGivenInTheOrderOfTheirStart() async throws {
        let answers = (1...3).map { transport.begin(GetUser(id: $0)) }
        _ = transport.begin(GetBytes())
        for id in 1...3 {
            let flight = try await transport.next(GetUser.self)
            #expect(flight.request.id == id)
            flight.answer(User(name: "\(id)"))
        }
        #expect(answers.allSatisfy { $0.answers == 1 })
        #expect(transport.started.count == 4)
        #expect(transport.started.compactMap { $0 as? GetUser }.map(\.id) == [1, 2, 3])
    }

    @Test func aTestCanWaitForAFlight() async throws {
        async let flight = transport.next(GetUser.self)
        let answer = transport.begin(GetUser(id: 9))
        try await flight.answer(User(name: "Ann"))
        let payload = try await answer.payload()
        #expect(try transport.decode(payload, for: GetUser(), from: .fresh) == User(name: "Ann"))
    }

    @Test func waitingEndsWithItsTask() async {
        let waiting = Task { [transport] in try await transport.next(GetUser.self) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func aCancelledFlightTellsTheTest() async throws {
        let answer = transport.begin(GetUser())
        let flight = try await transport.next(GetUser.self)
        #expect(!flight.isCancelled)
        async let cancelled: Void = flight.cancelled()
        answer.cancel()
        try await cancelled
        try await flight.cancelled()
        #expect(flight.isCancelled)
        flight.answer(User(name: "late"))
        #expect(answer.answers == 0)
    }

    @Test func waitingForACancellationEndsWithItsTask() async throws {
        let answer = transport.begin(GetUser())
        let flight = try await transport.next(GetUser.self)
        let waiting = Task { try await flight.cancelled() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        flight.fail(RequestError(.notStored))
        #expect(answer.answers == 1)
    }

    @Test func progressIsReported() async throws {
        let answer = transport.begin(GetUser())
        let flight = try await transport.next(GetUser.self)
        flight.progress(TransferProgress(received: 3))
        flight.drop()
        flight.progress(TransferProgress(received: 4))
        #expect(answer.progress == [TransferProgress(received: 3)])
        await #expect { try await answer.payload() } throws: { RequestError.Reason.noResult ~= $0 }
    }

    @Test func responsesAreStoredAndRestored() async throws {
        let answer = transport.begin(GetUser())
        try await transport.next(GetUser.self).answer(User(name: "Ann"))
        let stored = try #require(try await answer.payload() as? any RawPayload).rawBytes
        #expect(stored == Data(#"{"name":"Ann"}"#.utf8))
        #expect(transport.restores(GetUser()))
        #expect(try transport.decode(stored, for: GetUser(), from: .restored) == User(name: "Ann"))

        let bytes = transport.begin(GetBytes())
        try await transport.next(GetBytes.self).answer(Data([1, 2]))
        #expect(try #require(try await bytes.payload() as? any RawPayload).rawBytes == Data([1, 2]))
        #expect(try transport.decode(Data([1, 2]), for: GetBytes(), from: .restored) == Data([1, 2]))
        #expect(!transport.restores(GetCounter()))
    }

    @Test func bytesAreDecodedLater() async throws {
        let answer = transport.begin(GetUser())
        try await transport.next(GetUser.self).answer(bytes: Data("broken".utf8))
        let payload = try await answer.payload()
        #expect(throws: DecodingError.self) { try transport.decode(payload, for: GetUser(), from: .fresh) }
    }

    @Test func requestsCanBePicked() {
        let transport = ScriptedTransport { $0 is GetUser }
        #expect(transport.supports(GetUser()))
        #expect(!transport.supports(GetBytes()))
    }
}
