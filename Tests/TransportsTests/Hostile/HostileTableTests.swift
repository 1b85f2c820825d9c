import Foundation
import LoopbackServer
import RequestTransports
import Testing

@Suite(.serialized, .timeLimit(.minutes(3)))
struct HostileTableTests {
    @Test(arguments: HostileRow.all, HostileRow.kinds)
    func everyBehaviourHasItsOutcome(row: HostileRow, kind: HostileRow.Kind) async throws {
        // Those that end the process have tests of their own.
        guard !row.kills(kind) else { return }
        let outcome = try await HostileExchange.outcome(of: row, on: kind)
        let differences = row.differences(from: outcome, on: kind)
        #expect(differences.isEmpty, "\(row.name) on \(kind): \(differences.joined(separator: "; "))")
    }

    @Test(arguments: HostileRow.all, HostileRow.kinds)
    func itIsTheSameWhereTheBodyIsStreamed(row: HostileRow, kind: HostileRow.Kind) async throws {
        guard !row.kills(kind) else { return }
        let outcome = try await HostileExchange.outcome(of: row, on: kind, streamed: true)
        let differences = row.differences(from: outcome, on: kind, streamed: true)
        #expect(differences.isEmpty, "\(row.name) on \(kind), streamed: \(differences.joined(separator: "; "))")
    }

    @Test(arguments: HostileRow.all, HostileRow.kinds)
    func anyOtherExpectationWouldNotBeMet(row: HostileRow, kind: HostileRow.Kind) {
        for streamed in [false, true] {
            let met = row.expectation(of: kind, streamed: streamed)
            guard met.end != .death else { continue }
            #expect(met.differences(from: met).isEmpty)
            #expect(met.flips.count >= 4)
            for flipped in met.flips { #expect(flipped.differences(from: met).count == 1) }
        }
    }

    @Test func aDeathIsMetByNothing() {
        for outcome in [HostileOutcome.answer(200), .lost, .death] {
            #expect(!HostileOutcome.death.differences(from: outcome).isEmpty)
        }
    }

    @Test(arguments: HostileRow.kinds)
    func anAnswerTooManyIsNotTakenForTheNext(kind: HostileRow.Kind) async throws {
        let more = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
        let server = try LoopbackServer { $0.path == "/first" ? .send("\(more)body\(more)more") : .text("next") }
        defer { server.stop() }
        let transport = HTTPTransport(.init(), engine: kind.engine, clock: ContinuousClock())
        #expect(try await transport.response(for: Ask(server.url("/first"))).body == Data("body".utf8))
        #expect(try await transport.response(for: Ask(server.url("/next"))).body == Data("next".utf8))
    }

    @Test func theTableIsLargeAndItsNamesAreItsOwn() {
        #expect(HostileRow.all.count >= 60)
        #expect(Set(HostileRow.all.map(\.name)).count == HostileRow.all.count)
    }
}
