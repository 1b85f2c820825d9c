import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// What engines do by themselves, which is as little as they can.
@Suite(.timeLimit(.minutes(3)))
struct HTTPEngineRulesTests {
    typealias Kind = HTTPEngineContractTests.Kind

    @Test(arguments: Kind.allCases)
    func exchangesAtTheSameTimeEachHaveTheirOwnAnswer(kind: Kind) async throws {
        let server = try LoopbackServer { .text($0.path) }
        defer { server.stop() }
        let engine = kind.engine
        let all = try (0..<200).map { number in
            let events = EngineEvents()
            let url = try #require(URL(string: server.url("/\(number)")))
            _ = engine.start(HTTPExchange(method: .get, url: url), informing: events)
            return events
        }
        for (number, events) in all.enumerated() {
            await events.ends.reach(1)
            #expect(events.heads == [200])
            #expect(events.body == Data("/\(number)".utf8))
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func nothingIsKeptOfAnAnswer(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            let headers: KeyValuePairs = [
                "Cache-Control": "max-age=3600", "ETag": #""1""#, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
                "Set-Cookie": "id=1; Path=/",
            ]
            return .status(200, headers: headers, body: Array(request.path.utf8))
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let named = server.url("/kept").replacing("http://", with: "http://me:secret@")
        _ = try await transport.response(for: Ask(named))
        for _ in 0..<2 { _ = try await transport.response(for: Ask(server.url("/kept"))) }
        let requests = server.record.requests(to: "/kept")
        #expect(requests.count == 3)
        for request in requests.dropFirst() {
            for name in ["Authorization", "Cookie", "If-Modified-Since", "If-None-Match"] {
                #expect(request[name] == nil)
            }
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func noMoreConnectionsAreOpenThanAreAllowed(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.text("late")) }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, maximumConnectionsPerHost: 8))
        let answers = (0..<20).map { _ in transport.begin(Ask(server.url("/"))) }
        await server.waitForRequests(8, to: "/")
        hold.release()
        for answer in answers { #expect((try await answer.payload() as? HTTPResponse)?.status == 200) }
        #expect(server.record.maximumOpenConnections == 8)
    }

    @Test(arguments: Kind.allCases)
    func aBodyWithoutATypeIsNotTakenForAForm(kind: Kind) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let events = EngineEvents()
        let url = try #require(URL(string: server.url("/typeless")))
        _ = kind.engine.start(HTTPExchange(method: .post, url: url, body: Data("a=b".utf8)), informing: events)
        await events.ends.reach(1)
        let request = try #require(server.record.requests(to: "/typeless").first)
        #expect(request.text == "a=b")
        #expect(request["Content-Type"] != "application/x-www-form-urlencoded")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aSlowReaderGetsEveryByteOnce(engine: HTTPTransport.Engine) async throws {
        let bytes = (0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 / 251) }
        let server = try LoopbackServer { _ in .status(200, body: bytes) }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let answer = try await transport.response(for: HTTPStreamingTests.Download(url: server.url("/large")))
        var body = Data()
        for try await chunk in answer.body {
            body += chunk
            for _ in 0..<20 { await Task.yield() }
        }
        #expect(body == Data(bytes))
        #expect(server.requestCount(for: "/large") == 1)
    }
}
