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
}
