import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: ServerScript
        let code: HTTPTransportError.Code
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"

    @Test(
        arguments: HTTPTransport.Engine.available,
        [
            Fault(testDescription: "closed before the head", script: .close, code: .connectionLost),
            Fault(testDescription: "reset before the head", script: .reset, code: .connectionLost),
            Fault(
                testDescription: "closed in the body",
                script: .send(head + "half").then(.close),
                code: .incompleteBody
            ),
            Fault(
                testDescription: "reset in the body",
                script: .send(head + "half").then(.delay(.milliseconds(20))).then(.reset),
                code: .incompleteBody
            ),
            Fault(
                testDescription: "closed in a chunk",
                script: .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab").then(.close),
                code: .incompleteBody
            ),
            Fault(
                testDescription: "a head that is none",
                script: .send("HTTP/1.1 200 OK\r\nno colon here\r\n\r\n").then(.close),
                code: .malformedResponse
            ),
            Fault(
                testDescription: "lengths that contradict each other",
                script: .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nhello").then(.close),
                code: .malformedResponse
            ),
            Fault(
                testDescription: "not HTTP",
                script: .send("SSH-2.0-OpenSSH_9.2\r\n").then(.close),
                code: .malformedResponse
            ),
        ]
    )
    func aBrokenAnswerIsATypedError(engine: HTTPTransport.Engine, fault: Fault) async throws {
        let server = try LoopbackServer { _ in fault.script }
        defer { server.stop() }
        await #expect {
            try await HTTPTransport(.init(engine: engine)).response(for: Ask(server.url("/broken")))
        } throws: {
            ($0 as? HTTPTransportError)?.code == fault.code
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aLengthThatIsSaidTwiceIsNoContradiction(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in
            .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello")
        }
        defer { server.stop() }
        let response = try await HTTPTransport(.init(engine: engine)).response(for: Ask(server.url("/twice")))
        #expect(response.body == Data("hello".utf8))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aRefusedConnectionIsATypedError(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        server.stop()
        await #expect { try await HTTPTransport(.init(engine: engine)).response(for: Ask(server.url("/"))) } throws: {
            HTTPTransportError.Code.cannotConnect ~= $0
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anUnknownNameIsATypedError(engine: HTTPTransport.Engine) async throws {
        let error = try await #require(throws: HTTPTransportError.self) {
            try await HTTPTransport(.init(engine: engine)).response(for: Ask("http://name.invalid/?token=hush"))
        }
        #expect(error.code == .nameNotResolved)
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!(dumped + String(reflecting: error) + error.localizedDescription).contains("hush"))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func silenceEndsInATimeout(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .awaitPeerClose }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, idleTimeout: .milliseconds(100)))
        await #expect { try await transport.response(for: Ask(server.url("/silent"))) } throws: {
            HTTPTransportError.Code.timedOut ~= $0
        }
        await server.waitForPeerCloses(1)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func theWholeTimeIsLimitedOnTheGivenClock(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .send(Self.head + "half").then(.awaitPeerClose) }
        defer { server.stop() }
        let clock = TestClock()
        let transport = HTTPTransport(.init(engine: engine, timeout: .seconds(5)), clock: clock)
        let answer = transport.begin(Ask(server.url("/slow")))
        await server.waitForRequests(to: "/slow")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(4))
        #expect(answer.answers == 0)
        clock.advance(by: .seconds(1))
        await #expect { try await answer.payload() } throws: { HTTPTransportError.Code.timedOut ~= $0 }
        await server.waitForPeerCloses(1)
    }

    @Test(
        arguments: HTTPTransport.Engine.available,
        [
            ServerScript.send("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n").then(.awaitPeerClose),
            .send("HTTP/1.1 200 OK\r\n\r\n").then(.send([UInt8](repeating: 1, count: 1001))).then(.awaitPeerClose),
        ]
    )
    func aBodyPastTheLimitEndsTheTransfer(engine: HTTPTransport.Engine, script: ServerScript) async throws {
        let server = try LoopbackServer { _ in script }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, maximumBodyBytes: 1000))
        await #expect { try await transport.response(for: Ask(server.url("/large"))) } throws: {
            HTTPTransportError.Code.responseTooLarge ~= $0
        }
        await server.waitForPeerCloses(1)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func cancellingClosesTheConnection(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .send(Self.head + "half").then(.awaitPeerClose) }
        defer { server.stop() }
        let answer = HTTPTransport(.init(engine: engine)).begin(Ask(server.url("/held")))
        await server.waitForRequests(to: "/held")
        answer.cancel()
        await server.waitForPeerCloses(1)
        #expect(answer.answers == 0)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aCancelledStartSendsNothing(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let answer = Answer()
        let channel = answer.makeChannel()
        answer.cancel()
        transport.start(Ask(server.url("/never")), answering: channel)
        _ = try await transport.response(for: Ask(server.url("/after")))
        #expect(server.requestCount(for: "/never") == 0)
        #expect(answer.answers == 0)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aCancelStormSettlesEverything(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { request in
            switch request.query {
            case "0": .text("fast")
            case "1": .hold(hold).then(.text("slow"))
            case "2": .send(Self.head + "half").then(.awaitPeerClose)
            default: .redirect(307, to: "/storm?0")
            }
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, maximumConnectionsPerHost: 600))
        let storm = (0..<500).map { number -> (answer: Answer, isCancelled: Bool) in
            // Those that never end are cancelled, and of the others a third.
            let kind = number % 4
            return (transport.begin(Ask(server.url("/storm?\(kind)"))), kind == 2 || number % 3 == 0)
        }
        await withTaskGroup(of: Void.self) { group in
            for (answer, isCancelled) in storm where isCancelled {
                group.addTask { answer.cancel() }
            }
        }
        hold.release()
        for (answer, isCancelled) in storm where !isCancelled {
            let response = try #require(try await answer.payload() as? HTTPResponse)
            #expect(response.status == 200)
            #expect(answer.answers == 1)
        }
        #expect(storm.filter(\.isCancelled).count > 200)
        // The engine is as good as new, and what was cancelled holds no connection: only idle ones are left.
        _ = try await transport.response(for: Ask(server.url("/storm?0")))
        withExtendedLifetime(transport) {}
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func cancellationsThatRaceAnswersDoNoHarm(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            switch request.query {
            case "0": .text("fast")
            case "1": .status(200, body: [UInt8](repeating: 1, count: 100_000))
            case "2": .redirect(302, to: "/target")
            case "3": .status(401, headers: ["WWW-Authenticate": #"Basic realm="here""#])
            case "4": .close
            default: .text("target")
            }
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        for round in 0..<10 {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    let path = "/\(round)/\(number)"
                    group.addTask {
                        let answer = transport.begin(Ask(server.url("\(path)?\(number % 5)")))
                        await server.waitForRequests(to: path)
                        // Half are cancelled while their answers are on the way, the others have theirs.
                        if number.isMultiple(of: 2) { return answer.cancel() }
                        do { _ = try await answer.payload() } catch {
                            #expect(error is HTTPError || HTTPTransportError.Code.connectionLost ~= error)
                        }
                        #expect(answer.answers == 1)
                    }
                }
            }
        }
        _ = try await transport.response(for: Ask(server.url("/last?0")))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func afterACancelStormTheServerHasNoConnectionLeft(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .send(Self.head + "half").then(.awaitPeerClose) }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, maximumConnectionsPerHost: 300))
        let answers = (0..<200).map { _ in transport.begin(Ask(server.url("/held"))) }
        await server.waitForRequests(100, to: "/held")
        for answer in answers { answer.cancel() }
        await server.waitForOpenConnections(atMost: 0)
        #expect(answers.allSatisfy { $0.answers == 0 })
        withExtendedLifetime(transport) {}
    }
}
