import Dispatch
import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// What the transport makes of an engine's events, whichever engine it is.
@Suite(.timeLimit(.minutes(3)))
struct HTTPEngineTests {
    private let engine = ManualEngine()

    private func begin(
        _ request: some Request = Ask("http://a.example/x", method: .post, body: .text("content")),
        configuration: HTTPTransport.Configuration = .init()
    ) -> Answer {
        HTTPTransport(configuration, engine: engine, clock: TestClock()).begin(request)
    }

    @Test func theFirstEndCounts() async throws {
        let answer = begin()
        let exchange = try #require(engine.begun.all.first)
        exchange.receive(.head(.init(status: 200)))
        exchange.receive(Data("a".utf8))
        exchange.receive(Data("b".utf8))
        #expect(answer.answers == 0)
        exchange.receive(.ended(nil))
        exchange.receive(Data("c".utf8))
        exchange.receive(.ended(HTTPTransportError(.connectionLost)))
        #expect((try await answer.payload() as? HTTPResponse)?.body == Data("ab".utf8))
        #expect(answer.answers == 1)
    }

    @Test func anEndInsideTheStartIsHeard() async throws {
        let engine = ManualEngine { $0.receive(.ended(HTTPTransportError(.cannotConnect))) }
        let answer = HTTPTransport(.init(), engine: engine, clock: TestClock()).begin(Ask("http://a.example/"))
        await #expect { try await answer.payload() } throws: { HTTPTransportError.Code.cannotConnect ~= $0 }
    }

    @Test func aRedirectInsideTheStartCancelsTheRightExchange() throws {
        let engine = ManualEngine { begun in
            guard begun.exchange.target.url.path() == "/x" else { return }
            begun.receive(.head(.init(status: 302, headers: ["Location": "/y"])))
            begun.receive(.ended(nil))
        }
        let answer = HTTPTransport(.init(), engine: engine, clock: TestClock()).begin(Ask("http://a.example/x"))
        #expect(engine.begun.all.map { $0.exchange.target.url.path() } == ["/x", "/y"])
        answer.cancel()
        #expect(engine.begun.all.map(\.cancellations.value) == [0, 1])
    }

    @Test func theNextExchangeBeginsWhenTheOneBeforeHasEnded() throws {
        let answer = begin()
        let first = try #require(engine.begun.all.first)
        first.receive(.head(.init(status: 308, headers: ["Location": "/y"])))
        first.receive(Data("moved".utf8))
        #expect(engine.begun.all.count == 1)
        first.receive(.ended(nil))
        #expect(engine.begun.all.count == 2)
        #expect(engine.begun.all.last?.exchange.body == Data("content".utf8))
        #expect(answer.answers == 0)
        #expect(answer.progress.allSatisfy { $0.received == 0 })
    }

    @Test func progressNeverGoesBack() throws {
        let answer = begin()
        let first = try #require(engine.begun.all.first)
        first.receive(.sent(4, of: 7))
        first.receive(.sent(7, of: 7))
        first.receive(.head(.init(status: 307, headers: ["Location": "/y"])))
        first.receive(.ended(nil))
        let second = try #require(engine.begun.all.last)
        second.receive(.sent(4, of: 7))
        second.receive(.sent(7, of: 7))
        second.receive(.head(.init(status: 200, headers: ["Content-Length": "3"])))
        second.receive(Data("abc".utf8))
        #expect(answer.progress.map(\.sent) == [4, 7, 7, 7])
        #expect(answer.progress.map(\.received) == [0, 0, 0, 3])
        #expect(answer.progress.last?.expectedToReceive == 3)
    }

    @Test func anEndWithoutAHeadIsMalformed() async throws {
        let answer = begin()
        try #require(engine.begun.all.first).receive(.ended(nil))
        await #expect { try await answer.payload() } throws: { HTTPTransportError.Code.malformedResponse ~= $0 }
    }

    @Test func aCancellationOfOthersIsAnErrorAndOursIsSilent() async throws {
        let foreign = begin()
        try #require(engine.begun.all.last).receive(.ended(HTTPTransportError(.cancelled)))
        await #expect { try await foreign.payload() } throws: { HTTPTransportError.Code.cancelled ~= $0 }

        let own = begin()
        own.cancel()
        own.cancel()
        let exchange = try #require(engine.begun.all.last)
        #expect(exchange.cancellations.value == 1)
        exchange.receive(.ended(HTTPTransportError(.cancelled)))
        #expect(own.answers == 0)
    }

    @Test func whatCannotBeSentNeverReachesTheEngine() async {
        let answer = begin(Ask("http://a.example/", method: .get, body: .text("x")))
        await #expect { try await answer.payload() } throws: { HTTPTransportError.Code.bodyNotAllowed ~= $0 }
        #expect(engine.begun.all.isEmpty)
    }

    @Test func sizesOfCompressedBodiesAreNotExpected() throws {
        let answer = begin()
        let exchange = try #require(engine.begun.all.first)
        exchange.receive(.head(.init(status: 200, headers: ["Content-Length": "3", "Content-Encoding": "gzip"])))
        exchange.receive(Data("abcdef".utf8))
        #expect(answer.progress == [TransferProgress(received: 6)])
    }

    @Test func anEndlessRedirectBodyEndsTheTransfer() async throws {
        let answer = begin(configuration: .init(maximumBodyBytes: 10))
        let exchange = try #require(engine.begun.all.first)
        exchange.receive(.head(.init(status: 302, headers: ["Location": "/y"])))
        exchange.receive(Data(repeating: 0, count: 11))
        await #expect { try await answer.payload() } throws: { HTTPTransportError.Code.responseTooLarge ~= $0 }
        #expect(exchange.cancellations.value == 1)
    }

    @Test func interimHeadsWithoutEndAreMalformed() async throws {
        let answer = begin()
        let exchange = try #require(engine.begun.all.first)
        for _ in 0..<100 { exchange.receive(.interim) }
        #expect(answer.answers == 0)
        exchange.receive(.interim)
        await #expect { try await answer.payload() } throws: { HTTPTransportError.Code.malformedResponse ~= $0 }
        #expect(exchange.cancellations.value == 1)
    }

    @Test func timesThatStoodStillForABodyRunAgain() async throws {
        let clock = TestClock()
        let configuration = HTTPTransport.Configuration(headTimeout: .seconds(3), idleTimeout: .seconds(60))
        let transport = HTTPTransport(configuration, engine: engine, clock: clock)
        let answer = transport.begin(Ask("http://a.example/x", method: .post, body: .text("content")))
        let exchange = try #require(engine.begun.all.first)
        exchange.receive(.waitsForBody)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(100))
        exchange.receive(.sent(7, of: 7))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))
        let error = try await #require(throws: HTTPTransportError.self) { try await answer.payload() }
        #expect(error.timeout == .head)
    }

    private struct Download: HTTPRequest {
        typealias Response = HTTPStreamedResponse
        var url: String { "http://a.example/x" }
    }

    @Test func aReaderThatIsQuickerThanTheStartDoesNotStallTheTransfer() async throws {
        let isPaused = Gate()
        let isRead = DispatchSemaphore(value: 0)
        let engine = ManualEngine(canPause: true) { begun in
            begun.receive(.head(.init(status: 200)))
            while begun.receive(Data(repeating: 1, count: 64 << 10)) {}
            isPaused.open()
            isRead.wait()
        }
        let answer = Answer()
        let channel = answer.makeChannel()
        // On a thread of its own, which the start keeps until the body is read.
        Thread {
            HTTPTransport(.init(), engine: engine, clock: TestClock()).start(Download(), answering: channel)
        }.start()
        let streamed = try #require(try await answer.payload() as? HTTPStreamedResponse)
        await isPaused.pass()
        var count = 0
        for try await chunk in streamed.body {
            count += chunk.count
            if count == 512 << 10 { break }
        }
        isRead.signal()
        try await #require(engine.begun.all.first).resumptions.reach(1)
        withExtendedLifetime(streamed) {}
    }

    @Test func anUnreadBodyIsBoundedWhereTheEngineCannotPause() async throws {
        let answer = begin(Download())
        let exchange = try #require(engine.begun.all.first)
        exchange.receive(.head(.init(status: 200)))
        let streamed = try #require(try await answer.payload() as? HTTPStreamedResponse)
        let piece = Data(repeating: 1, count: 1 << 20)
        for _ in 0..<20 { exchange.receive(piece) }
        #expect(exchange.cancellations.value == 1)
        var count = 0
        await #expect {
            for try await chunk in streamed.body { count += chunk.count }
        } throws: {
            HTTPTransportError.Code.responseTooLarge ~= $0
        }
        #expect(count == 17 << 20)
    }
}
