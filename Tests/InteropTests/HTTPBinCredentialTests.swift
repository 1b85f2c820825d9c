import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Cookies and challenges of httpbin, with every engine.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct HTTPBinCredentialTests {
    private struct Cookies: Decodable { let cookies: [String: String] }

    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func url(_ path: String) -> String { servers.url(.httpbin, path) }

    private func cookies(_ path: String, _ coordinator: RequestCoordinator) async throws -> [String: String] {
        try await coordinator.response(for: Call(url(path))).json(Cookies.self).cookies
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aJarKeepsCookies(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine) { $0.cookies = SharedCookieJar() }
        // Set by the answer that redirects, and sent along to where it leads.
        try #require(try await cookies("/cookies/set?a=1&b=2", coordinator) == ["a": "1", "b": "2"])
        try #require(try await cookies("/cookies/set/b/3", coordinator) == ["a": "1", "b": "3"])
        try #require(try await cookies("/cookies/delete?a", coordinator) == ["b": "3"])
        let without = RequestCoordinator(engine)
        try #require(try await cookies("/cookies/set?a=1", without) == [:])
        try Findings.add(
            servers,
            "httpbin",
            "cookies",
            on: engine,
            "with a jar: set, changed, deleted; without: none"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aChallengeIsAnAnswer(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine) { $0.timeout = .seconds(20) }
        func basic(_ password: String) -> HTTPHeaders {
            ["Authorization": "Basic " + Data("me:\(password)".utf8).base64EncodedString()]
        }
        let answered = try await coordinator.response(for: Call(url("/basic-auth/me/secret"), headers: basic("secret")))
        try #require(answered.status == 200)
        for (path, headers, challenge) in [
            ("/basic-auth/me/secret", [:], "Basic"), ("/basic-auth/me/secret", basic("wrong"), "Basic"),
            ("/digest-auth/auth/me/secret", [:], "Digest"), ("/bearer", [:], "Bearer"),
        ] as [(String, HTTPHeaders, String)] {
            let error = try await #require(throws: HTTPError.self) {
                try await coordinator.response(for: Call(url(path), headers: headers))
            }
            try #require(error.status == 401)
            try #require(error.headers["WWW-Authenticate"]?.hasPrefix(challenge) == true)
        }
        let bearer = Call(url("/bearer"), headers: ["Authorization": "Bearer secret"])
        try #require(try await coordinator.response(for: bearer).status == 200)
        try Findings.add(
            servers,
            "httpbin",
            "challenges",
            on: engine,
            "Basic, Digest, Bearer: a plain 401; with credentials: 200"
        )
    }
}
