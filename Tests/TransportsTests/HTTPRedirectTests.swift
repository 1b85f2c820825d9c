import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPRedirectTests {
    @Test(
        arguments: HTTPTransport.Engine.available,
        [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")]
    )
    func aPostGoesOnAsTheStatusSays(engine: HTTPTransport.Engine, change: (Int, String)) async throws {
        let (status, method) = change
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { request in
            request.path == "/old/here" ? .redirect(status, to: "../new?x=1") : .text("moved")
        }
        defer { server.stop() }
        let response = try await transport.response(
            for: Ask(server.url("/old/here"), method: .post, headers: ["Authorization": "mine"], body: .text("content"))
        )
        #expect(response.body == Data("moved".utf8))
        #expect(response.url == server.url("/new?x=1"))
        let request = try #require(server.record.requests(to: "/new").first)
        #expect(request.method == method)
        #expect(request.text == (method == "POST" ? "content" : ""))
        #expect((request["Content-Type"] != nil) == (method == "POST"))
        #expect(request["Authorization"] == "mine")
    }

    /// Where a redirect leads: what is the same origin, another port, another name of the same address.
    enum Place: CaseIterable, Sendable { case home, otherPort, otherName }

    @Test(arguments: HTTPTransport.Engine.available, Place.allCases)
    func credentialsStayWithTheirOrigin(engine: HTTPTransport.Engine, place: Place) async throws {
        let other = try LoopbackServer { _ in .text("elsewhere") }
        let home = Lock("")
        let server = try LoopbackServer { request in
            guard request.path == "/here" else { return .text("there") }
            return switch place {
            case .home: .redirect(302, to: "/there")
            case .otherPort: .redirect(302, to: other.url("/there"))
            case .otherName: .redirect(302, to: home.withLock { $0 })
            }
        }
        defer {
            server.stop()
            other.stop()
        }
        home.withLock { $0 = "http://localhost:\(server.port)/there" }
        let authorizer = BearerAuthorizer(origins: [server.url("")]) { "mine" }
        let transport = HTTPTransport(
            .init(
                engine: engine,
                redirects: RedirectPolicy(furtherCredentialHeaders: ["X-Api-Key"]),
                authorizer: authorizer
            )
        )
        let headers: HTTPHeaders = [
            "Cookie": "id=1", "Proxy-Authorization": "x", "X-Api-Key": "k", "X-Other": "goes",
        ]
        _ = try await transport.response(for: Ask(server.url("/here"), headers: headers))
        let first = try #require(server.record.requests(to: "/here").first)
        let there = place == .otherPort ? other : server
        let request = try #require(there.record.requests(to: "/there").first)
        for name in ["Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key"] {
            #expect(first[name] != nil)
            #expect(request[name] == (place == .home ? first[name] : nil), "\(name)")
        }
        #expect(first["Authorization"] == "Bearer mine")
        #expect(request["X-Other"] == "goes")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aLoopEndsAtTheLimit(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .redirect(302, to: "/loop") }
        defer { server.stop() }
        await #expect { try await transport.response(for: Ask(server.url("/loop"))) } throws: {
            HTTPTransportError.Code.tooManyRedirects ~= $0
        }
        #expect(server.requestCount(for: "/loop") == 11)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func otherSchemesAreNotFollowed(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .redirect(302, to: "ftp://127.0.0.1/file") }
        defer { server.stop() }
        await #expect { try await transport.response(for: Ask(server.url("/"))) } throws: {
            HTTPTransportError.Code.invalidRedirect ~= $0
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func withoutFollowingTheRedirectIsTheAnswer(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .redirect(302, to: "/elsewhere") }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, redirects: .none))
        let error = try await #require(throws: HTTPError.self) {
            try await transport.response(for: Ask(server.url("/")))
        }
        #expect(error.status == 302)
        #expect(error.headers["Location"] == "/elsewhere")
        #expect(server.requestCount(for: "/elsewhere") == 0)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func cancellingWorksBehindARedirect(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { $0.path == "/first" ? .redirect(307, to: "/second") : .awaitPeerClose }
        defer { server.stop() }
        let answer = transport.begin(Ask(server.url("/first")))
        await server.waitForRequests(to: "/second")
        answer.cancel()
        await server.waitForPeerCloses(1)
        #expect(answer.answers == 0)
    }
}
