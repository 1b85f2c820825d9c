import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Redirects as httpbin sends them, with every engine.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct HTTPBinRedirectTests {
    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func url(_ path: String) -> String { servers.url(.httpbin, path) }

    /// A redirect to another URL with a status.
    private func redirect(to target: String, _ status: Int) -> String {
        let target = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return url("/redirect-to?url=\(target)&status_code=\(status)")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func relativeAndAbsoluteOnesAreFollowed(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        for path in ["/redirect/10", "/relative-redirect/4", "/absolute-redirect/4"] {
            let response = try await coordinator.response(for: Call(url(path)))
            try #require(response.status == 200)
            try #require(response.url == url("/get"))
            try #require(try response.echo().url == url("/get"))
        }
        try Findings.add(
            servers,
            "httpbin",
            "redirects",
            on: engine,
            "10 hops, relative, absolute: followed to their end"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func theLimitOfHopsHolds(engine: HTTPTransport.Engine) async throws {
        let error = try await #require(throws: HTTPTransportError.self) {
            try await RequestCoordinator(engine).response(for: Call(url("/redirect/11")))
        }
        try #require(error.code == .tooManyRedirects)
        let unfollowed = RequestCoordinator(engine) { $0.redirects = .none }
        let response = try await unfollowed.response(for: Call(url("/redirect/2"), accepting: [302]))
        try #require(response.status == 302)
        try #require(response.headers["Location"] == "/relative-redirect/1")
        try Findings.add(
            servers,
            "httpbin",
            "limit of redirects",
            on: engine,
            "11 hops: tooManyRedirects; none followed: the 302 itself"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func methodAndBodyGoAlongAsTheStatusSays(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        for status in [301, 302, 303, 307, 308] {
            let call = Call(redirect(to: "/anything", status), method: .post, body: .text("kept"))
            let echo = try await coordinator.response(for: call).echo()
            let isKept = [307, 308].contains(status)
            try #require(echo.method == (isKept ? "POST" : "GET"))
            try #require(echo.data == (isKept ? "kept" : ""))
            try #require((echo["Content-Type"] != nil) == isKept)
        }
        // A body that is made while it is sent is made anew. A larger one gunicorn would not read to its end.
        let streamed = Call(redirect(to: "/anything", 307), method: .put, body: PatternSource(size: 50_000).body)
        let echo = try await coordinator.response(for: streamed).echo()
        try #require(echo.method == "PUT")
        let sent = try #require(echo.data?.split(separator: ",").last)
        var check = Pattern.Check()
        check.take(try #require(Data(base64Encoded: String(sent))))
        try #require(check.isRight && check.count == 50_000)
        try Findings.add(
            servers,
            "httpbin",
            "redirected bodies",
            on: engine,
            "307, 308: POST with its body, streamed ones, too; 301, 302, 303: GET"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func credentialsStayWithTheirOrigin(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        let headers: HTTPHeaders = ["Authorization": "Bearer secret", "X-Other": "kept"]
        for (host, isSame) in [("127.0.0.1", true), ("localhost", false)] {
            let target = servers.url(.httpbin, "/anything", host: host)
            let echo = try await coordinator.response(for: Call(redirect(to: target, 302), headers: headers)).echo()
            try #require(echo.url == target)
            try #require(echo["X-Other"] == "kept")
            try #require(echo["Authorization"] == (isSame ? "Bearer secret" : nil))
        }
        try Findings.add(servers, "httpbin", "redirect to another origin", on: engine, "credentials left behind")
    }
}
