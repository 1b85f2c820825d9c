import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// The samples of the comments on authorizers and logs, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct AuthorizingSampleTests {
    struct Vault {
        func key() async throws -> String { "k" }
    }

    private struct Session {
        func token() async throws -> String { "t" }
    }

    struct Key: HTTPAuthorizer {
        let vault: Vault
        func credentials(for request: HTTPAuthorization) async throws -> HTTPHeaders {
            guard request.url.hasPrefix("https://api.example.com/") else { return [:] }
            return ["X-Api-Key": try await vault.key()]
        }
    }

    @Test func anAuthorizerAnswersForItsServer() async throws {
        let key = Key(vault: Vault())
        #expect(try await key.credentials(for: .init(url: "https://api.example.com/x")) == ["X-Api-Key": "k"])
        #expect(try await key.credentials(for: .init(url: "https://b.example/x")) == [:])
    }

    @Test func aTokenIsSent() async throws {
        let session = Session()
        let authorizer = BearerAuthorizer(origins: ["https://api.example.com"]) { try await session.token() }
        let transport = HTTPTransport(.init(authorizer: authorizer))
        #expect(transport.supports(Ping(url: "https://api.example.com/x")))
        let fields = try await authorizer.credentials(for: .init(url: "https://api.example.com/x"))
        #expect(fields == ["Authorization": "Bearer t"])
    }

    @Test func aLogTellsWithoutSecrets() async throws {
        let lines = Log<String>()
        @Sendable func print(_ entry: HTTPLogEntry) { lines.append("\(entry)") }
        let server = try LoopbackServer { _ in .json(#"{"password":"hush"}"#) }
        defer { server.stop() }
        let log = HTTPLog(.all, redacting: .init(query: ["api_key"], members: ["password"])) { print($0) }
        let transport = HTTPTransport(.init(log: log))
        let coordinator = RequestCoordinator(transports: [transport])
        _ = try await coordinator.response(for: Ping(url: server.url("/?api_key=hush")))
        #expect(lines.all.count == 2)
        #expect(!lines.all.joined().contains("hush"))
    }

    @Test func aRequestIsShownAsALineOfAShell() async throws {
        let lines = Log<String>()
        @Sendable func print(_ line: String) { lines.append(line) }
        let server = try LoopbackServer { _ in .status(201) }
        defer { server.stop() }
        let log = HTTPLog(.all) { entry in
            if let line = entry.curl { print(line) }
        }
        let client = HTTPClient(baseURL: URL(string: server.url("/")), transport: HTTPTransport(.init(log: log)))
        let add = Resource<Void>(.post, "pets", headers: [.bearer("hush")], body: .text("Rex"))
        try await client.response(for: add)
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("curl --request 'POST'") == true)
        #expect(lines.all.first?.contains("--data-raw 'Rex'") == true)
        #expect(lines.all.first?.contains("hush") == false)
    }

    private struct Ping: HTTPRequest {
        typealias Response = HTTPResponse
        let url: String
    }
}
