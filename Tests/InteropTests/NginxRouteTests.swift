import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Ways to a server that only libcurl can go: a proxy, a tunnel, a socket.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers, .needsDistrustingSystem)
struct NginxRouteTests {
    private static let curl = HTTPTransport.Engine.available.filter { $0 == .curl }

    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    @Test(arguments: curl)
    func plainRequestsGoThroughNginx(engine: HTTPTransport.Engine) async throws {
        let tag = Tag("proxied")
        let coordinator = RequestCoordinator(engine) { $0.proxy = .init(url: servers.url(.proxy, "")) }
        let response = try await coordinator.response(for: Call(servers.url(.httpbin, "/anything?tag=\(tag)")))
        try #require(response.status == 200)
        // nginx adds it, so it has been there.
        try #require(response.headers["X-Via"] == "nginx")
        try #require(try await AccessLog(of: servers, tag: tag).lines.count == 1)
        try Findings.add(servers, "nginx", "as a proxy", on: engine, "plain request to httpbin handed on, by its log")
    }

    @Test(arguments: curl)
    func secureRequestsGoThroughATunnel(engine: HTTPTransport.Engine) async throws {
        let tag = Tag("tunnelled")
        let coordinator = RequestCoordinator(engine) {
            $0.tls = servers.trust
            $0.proxy = .init(url: servers.url(.tunnel, ""), user: "me", password: "secret")
        }
        for number in 0..<10 {
            let url = servers.url(.secure, "/echo?tag=\(tag)&value=\(number)")
            try #require(try await coordinator.body(of: Call(url)) == Data("\(number)\n".utf8))
        }
        let log = try await AccessLog(of: servers, tag: tag)
        try #require(log.versions == ["HTTP/2.0"])
        try #require(log.connections.count == 1)
        let stranger = RequestCoordinator(engine) {
            $0.tls = servers.trust
            $0.proxy = .init(url: servers.url(.tunnel, ""), user: "me", password: "wrong")
        }
        let error = try await #require(throws: HTTPTransportError.self) {
            try await stranger.response(for: Call(servers.url(.secure, "/hello")))
        }
        try #require(error.code == .cannotConnect && error.isUnprocessed)
        try Findings.add(
            servers,
            "nginx",
            "behind a tunnel",
            on: engine,
            "10 secure requests by one tunnel, HTTP/2; wrong password: cannotConnect"
        )
    }

    @Test(arguments: curl)
    func aSocketOfTheFileSystemIsReached(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine) { $0.unixSocketPath = servers.path("nginx.socket") }
        try #require(try await coordinator.body(of: Call("http://nobody.invalid/hello")) == Data("hello\n".utf8))
        try Findings.add(servers, "nginx", "Unix-domain socket", on: engine, "answered, whatever the host")
    }
}
