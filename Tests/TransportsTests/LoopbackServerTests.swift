import Foundation
import LoopbackServer
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LoopbackServerTests {
    @Test func afterStopConnectingIsRefused() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        let transport = HTTPTransport()
        _ = try await transport.response(for: Ask(server.url("/")))
        server.stop()
        await #expect { try await transport.response(for: Ask(server.url("/"))) } throws: { error in
            HTTPTransportError.Code.cannotConnect ~= error || HTTPTransportError.Code.connectionLost ~= error
        }
        await #expect { try await HTTPTransport().response(for: Ask(server.url("/"))) } throws: {
            HTTPTransportError.Code.cannotConnect ~= $0
        }
        #expect(server.record.openConnections == 0)
    }

    @Test func stopEndsConnectionsThatAreHeld() async throws {
        let hold = try Hold()
        let server = try LoopbackServer { $0.path == "/held" ? .hold(hold) : .awaitPeerClose }
        let transport = HTTPTransport()
        let answers = ["/held", "/waiting"].map { transport.begin(Ask(server.url($0))) }
        await server.waitForRequests(to: "/held")
        await server.waitForRequests(to: "/waiting")
        server.stop()
        for answer in answers {
            await #expect { try await answer.payload() } throws: { HTTPTransportError.Code.connectionLost ~= $0 }
        }
        #expect(server.record.maximumOpenConnections == 2)
        #expect(server.record.openConnections == 0)
    }

    @Test func aTakenPortIsAFault() throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        #expect(throws: ServerFault.self) { try LoopbackServer(port: server.port) { _ in .status(200) } }
    }

    @Test func eventsComeInTheirOrder() async throws {
        let server = try LoopbackServer { _ in .delay(.milliseconds(1)).then(.text("done")).then(.close) }
        defer { server.stop() }
        _ = try await HTTPTransport().response(for: Ask(server.url("/once")))
        await server.waitForOpenConnections(atMost: 0)
        let names = server.record.events.map { event -> String in
            switch event.event {
            case .accepted(let connection): "accepted \(connection)"
            case .request(let connection, let request): "\(request.path) \(connection)"
            case .peerClosed(let connection): "left \(connection)"
            case .closed(let connection): "closed \(connection)"
            }
        }
        #expect(names == ["accepted 1", "/once 1", "closed 1"])
    }

    @Test func aHeadIsAnsweredBeforeItsBody() async throws {
        let server = try LoopbackServer(answeringHeads: { $0.method == "POST" ? .status(413) : nil }) { _ in
            .text("whole")
        }
        defer { server.stop() }
        let transport = HTTPTransport()
        let body = HTTPBody.bytes(.init(repeating: 1, count: 100))
        let error = try await #require(throws: HTTPError.self) {
            try await transport.response(for: Ask(server.url("/early"), method: .post, body: body))
        }
        #expect(error.status == 413)
        #expect(server.record.requests(to: "/early").map(\.body) == [[]])
        _ = try await transport.response(for: Ask(server.url("/whole")))
        await server.waitForOpenConnections(atMost: 1)
        withExtendedLifetime(transport) {}
    }

    @Test func aBodyIsReadSlowlyOnceItMay() async throws {
        let hold = try Hold()
        let slowly = ServerScript.awaitRelease(hold).then(.readBody(inPiecesOf: 1000)).then(.text("read"))
        let server = try LoopbackServer(answeringHeads: { _ in slowly }) { _ in .status(500) }
        defer { server.stop() }
        let body = HTTPBody.bytes(.init(repeating: 1, count: 100_000))
        let answer = HTTPTransport().begin(Ask(server.url("/slow"), method: .post, body: body))
        await server.waitForRequests(to: "/slow")
        #expect(answer.answers == 0)
        hold.release()
        let response = try #require(try await answer.payload() as? HTTPResponse)
        #expect(response.body == .init("read".utf8))
    }

    @Test func whatIsSentEndlesslyEndsWithTheClient() async throws {
        let server = try LoopbackServer { _ in
            .send("HTTP/1.1 200 OK\r\n\r\n").then(.send([UInt8](repeating: 1, count: 1 << 16), times: .max))
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(maximumBodyBytes: 1 << 20))
        await #expect { try await transport.response(for: Ask(server.url("/endless"))) } throws: {
            HTTPTransportError.Code.responseTooLarge ~= $0
        }
        await server.waitForPeerCloses()
        await server.waitForOpenConnections(atMost: 0)
        #expect(server.record.openConnections == 0)
    }

    @Test func aKeptConnectionCanBeClosedOnItsNextRequest() async throws {
        let server = try LoopbackServer { request in
            request.path == "/first" ? .text("first").then(.awaitBytes).then(.close) : .text("second")
        }
        defer { server.stop() }
        let transport = HTTPTransport()
        _ = try await transport.response(for: Ask(server.url("/first")))
        _ = try await transport.response(for: Ask(server.url("/second")))
        #expect(server.record.connections == 2)
        #expect(server.requestCount(for: "/second") == 1)
    }
}
