import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// HTTPS where the system knows the private authority, with every engine and no option.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers, .needsTrustingSystem)
struct SystemTrustTests {
    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func theSystemsAuthoritiesAreAsked(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        for (port, version) in [(ForeignServers.Port.secure, "TLSv1.3"), (.old, "TLSv1.2")] {
            let response = try await coordinator.response(for: Call(servers.url(port, "/hello", host: "localhost")))
            try #require(response.body == Data("hello\n".utf8))
            try #require(response.headers["X-TLS"] == version)
        }
        let error = try await #require(throws: HTTPError.self) {
            try await coordinator.response(for: Call(servers.url(.verifying, "/hello")))
        }
        try #require(error.status == 400)
        try Findings.add(
            servers,
            "nginx",
            "HTTPS, system knows authority",
            on: engine,
            "TLS 1.3 and 1.2: answered; a certificate demanded: 400"
        )
    }
}
