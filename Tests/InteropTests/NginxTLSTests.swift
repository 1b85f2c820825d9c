import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Whom a transport trusts and who it says it is, against nginx with certificates of a private authority.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers, .needsDistrustingSystem)
struct NginxTLSTests {
    typealias TLS = HTTPTransport.TLS

    private static let curl = HTTPTransport.Engine.available.filter { $0 == .curl }

    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func response(
        from port: ForeignServers.Port,
        _ tls: TLS,
        host: String = "127.0.0.1",
        on engine: HTTPTransport.Engine = .curl
    ) async throws -> HTTPResponse {
        let coordinator = RequestCoordinator(engine) { $0.tls = tls }
        return try await coordinator.response(for: Call(servers.url(port, "/hello", host: host)))
    }

    private func expectRefusal(
        from port: ForeignServers.Port,
        _ tls: TLS,
        on engine: HTTPTransport.Engine = .curl
    ) async throws {
        let error = try await #require(throws: HTTPTransportError.self) {
            try await response(from: port, tls, on: engine)
        }
        try #require(error.code == .tls)
        // URLSession does not say how far it had come.
        try #require(error.isUnprocessed == (engine == .curl))
    }

    private func pin(_ file: String) throws -> String {
        String(decoding: try servers.data(file), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: curl)
    func theAuthorityIsGivenByFileOrInMemory(engine: HTTPTransport.Engine) async throws {
        for host in ["127.0.0.1", "localhost"] {
            let byFile = try await response(from: .secure, TLS(trust: .file(servers.path("authority.pem"))), host: host)
            let inMemory = try await response(
                from: .secure,
                TLS(trust: .pem(servers.data("authority.pem"))),
                host: host
            )
            try #require(byFile.body == Data("hello\n".utf8))
            try #require(inMemory.body == Data("hello\n".utf8))
        }
        try Findings.add(servers, "nginx", "HTTPS, private authority", on: engine, "by file and in memory: answered")
    }

    @Test(arguments: curl)
    func anotherAuthorityIsNotEnough(engine: HTTPTransport.Engine) async throws {
        try await expectRefusal(from: .secure, TLS(trust: .file(servers.path("stranger.pem"))))
        try await expectRefusal(from: .secure, TLS(trust: .pem(servers.data("stranger.pem"))))
        try Findings.add(servers, "nginx", "HTTPS, another authority", on: engine, "refused: tls")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func theSystemDoesNotKnowTheAuthority(engine: HTTPTransport.Engine) async throws {
        try await expectRefusal(from: .secure, TLS(), on: engine)
        try Findings.add(servers, "nginx", "HTTPS, system's authorities", on: engine, "refused: tls")
    }

    @Test(arguments: curl)
    func aCertificateIsShownToWhoAsks(engine: HTTPTransport.Engine) async throws {
        var tls = servers.trust
        tls.identity = .files(certificate: servers.path("client.pem"), key: servers.path("client.key"))
        try #require(try await response(from: .verifying, tls).headers["X-Client"] == "CN=client")
        tls.identity = .pem(certificate: try servers.data("client.pem"), key: try servers.data("client.key"))
        try #require(try await response(from: .verifying, tls).headers["X-Client"] == "CN=client")

        // nginx ends the handshake all the same and says so in its answer.
        tls.identity = nil
        let missing = try await #require(throws: HTTPError.self) { try await response(from: .verifying, tls) }
        try #require(missing.status == 400)
        try #require(String(decoding: missing.body, as: UTF8.self).contains("No required SSL certificate was sent"))
        tls.identity = .files(certificate: servers.path("unknown.pem"), key: servers.path("unknown.key"))
        let unknown = try await #require(throws: HTTPError.self) { try await response(from: .verifying, tls) }
        try #require(unknown.status == 400)
        try #require(String(decoding: unknown.body, as: UTF8.self).contains("The SSL certificate error"))
        try Findings.add(
            servers,
            "nginx",
            "client certificate",
            on: engine,
            "by file and in memory: accepted; none, or another authority's: 400"
        )
    }

    @Test(arguments: curl)
    func oldVersionsAreNotSpoken(engine: HTTPTransport.Engine) async throws {
        var tls = servers.trust
        try #require(try await response(from: .old, tls).headers["X-TLS"] == "TLSv1.2")
        tls.minimumVersion = .v1_3
        try await expectRefusal(from: .old, tls)
        try #require(try await response(from: .secure, tls).headers["X-TLS"] == "TLSv1.3")
        try Findings.add(
            servers,
            "nginx",
            "oldest TLS version",
            on: engine,
            "1.3 demanded of a server of 1.2: refused: tls; else spoken as demanded"
        )
    }

    @Test(arguments: curl)
    func theServersKeyHasToBePinned(engine: HTTPTransport.Engine) async throws {
        var tls = servers.trust
        tls.pinnedPublicKeys = [try pin("client.pin"), try pin("server.pin")]
        try #require(try await response(from: .secure, tls).status == 200)
        tls.pinnedPublicKeys = [try pin("client.pin")]
        try await expectRefusal(from: .secure, tls)
        try Findings.add(servers, "nginx", "public-key pin", on: engine, "right: answered; wrong: refused: tls")
    }
}
