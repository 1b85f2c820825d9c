import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// What a request may say of how it is sent, over what its transport says.
@Suite(.timeLimit(.minutes(3)))
struct RequestOptionsTests {
    private struct Limited: HTTPRequest, Hashable {
        typealias Response = HTTPResponse
        let url: String
        let options: HTTPOptions
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func itsTimesComeBeforeThoseOfTheTransport(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer.silent()
        defer { server.stop() }
        let common = HTTPTransport.Configuration(
            engine: engine,
            headTimeout: .seconds(30),
            idleTimeout: .seconds(30),
            timeout: .seconds(30)
        )
        let cases: [(String, HTTPTransportError.Timeout, HTTPOptions)] = [
            ("/head", .head, HTTPOptions(headTimeout: .seconds(1))),
            ("/head", .idle, HTTPOptions(idleTimeout: .seconds(1))),
            ("/body", .idle, HTTPOptions(headTimeout: .seconds(1), idleTimeout: .seconds(1))),
            ("/body", .total, HTTPOptions(timeout: .seconds(1), headTimeout: .seconds(1))),
        ]
        for (index, (path, timeout, options)) in cases.enumerated() {
            let clock = TestClock()
            let answer = HTTPTransport(common, clock: clock).begin(Limited(url: server.url(path), options: options))
            await server.waitForRequests(index % 2 + 1, to: path)
            await clock.waitForSleepers()
            if path == "/body" { await answer.waitForProgress(4) }
            #expect(try await answer.timeout(afterSecondOf: clock).timeout == timeout)
        }
        await server.waitForPeerCloses(4)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aTimeThatNoClockMeasuresIsNone(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let never = Duration.seconds(Int64.max)
        let options = HTTPOptions(timeout: never, headTimeout: never, idleTimeout: never)
        let transport = HTTPTransport(.init(engine: engine, headTimeout: .zero, idleTimeout: .zero, timeout: .zero))
        let response = try await transport.response(for: Limited(url: server.url("/"), options: options))
        #expect(response.body == Data("ok".utf8))
    }

    @Test func theTimeToConnectIsItsOwnOrRefused() async throws {
        let full = try FullListener()
        let request = Limited(url: full.url, options: HTTPOptions(connectTimeout: .milliseconds(100)))
        #if CURL_ENGINE
            let late = try await #require(throws: HTTPTransportError.self) {
                try await HTTPTransport(.init(engine: .curl)).response(for: request)
            }
            #expect(late.timeout == .connect)
        #endif
        let refused = try await #require(throws: HTTPTransportError.self) {
            try await HTTPTransport(.init(engine: .urlSession)).response(for: request)
        }
        #expect(refused.code == .unsupportedOption)
        let reason = refused.underlyingError as? HTTPTransport.UnsupportedOptions
        #expect(reason == .init(engine: .urlSession, options: ["connectTimeout"]))
    }

    /// Two requests with a number share its connections; others have theirs, and go on meanwhile.
    @Test(arguments: HTTPTransport.Engine.available)
    func itsNumberOfConnectionsHolds(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { request in
            request.path == "/held" ? .hold(hold).then(.text("held")) : .text("free")
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        func begin(_ path: String, _ number: Int?) -> Answer {
            transport.begin(
                Limited(url: server.url(path), options: HTTPOptions(maximumConnectionsPerHost: number))
            )
        }
        let held = begin("/held", 1)
        await server.waitForRequests(1, to: "/held")
        let waiting = [begin("/waiting", 1), begin("/waiting", 0), begin("/waiting", -7)]
        // These two have connections of their own, though they are later.
        _ = try await begin("/free", nil).payload()
        _ = try await begin("/free", 2).payload()
        #expect(server.record.requests(to: "/waiting").isEmpty)
        #expect(server.record.connections == 3)
        hold.release()
        _ = try await held.payload()
        for each in waiting { _ = try await each.payload() }
        #expect(server.record.requests(to: "/waiting").count == 3)
        #expect(server.record.maximumOpenConnections == 3)
    }

    @Test func whatHasNoConnectionsTakesTheseOptions() async throws {
        let transport = HTTPTransport { _ in HTTPResponse(status: 200, body: Data("made".utf8)) }
        let options = HTTPOptions(connectTimeout: .seconds(1), maximumConnectionsPerHost: 1)
        let response = try await transport.response(for: Limited(url: "http://a.example/", options: options))
        #expect(response.body == Data("made".utf8))
    }
}
