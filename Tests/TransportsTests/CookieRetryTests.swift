import Foundation
import LoopbackServer
import RequestTransports
import TestSupport
import Testing

/// Cookies of requests that are sent more than once.
@Suite(.timeLimit(.minutes(3)))
struct CookieRetryTests {
    /// The values of the `Cookie` fields of a request, one for each field, by the names in them.
    private func cookies(of request: ReceivedRequest) -> [[String]] {
        request.fields.filter { $0.name.lowercased() == "cookie" }.map { field in
            field.value.components(separatedBy: "; ").sorted()
        }
    }

    /// Two cookies are set; the request is redirected, its kept connection dies, and its caller asks again.
    @Test(arguments: HTTPTransport.Engine.available)
    func eachLaterRequestHasOneFieldWithEachNameOnce(engine: HTTPTransport.Engine) async throws {
        let deaths = Counter()
        let set = [
            "a=1; Path=/; Expires=Mon, 17 Feb 2081 00:00:00 GMT", "b=2; Path=/; Expires=Mon, 18-Feb-69 00:00:00 GMT",
        ]
        let server = try LoopbackServer { request in
            switch request.path {
            case "/start":
                .send(
                    "HTTP/1.1 307 Temporary Redirect\r\nLocation: /next\r\nContent-Length: 0\r\n"
                        + set.map { "Set-Cookie: \($0)\r\n" }.joined() + "\r\n"
                )
            case "/next" where deaths.increment() == 1: .close
            case "/next": .status(503, headers: ["Set-Cookie": set[0]])
            default: .status(204, headers: ["Set-Cookie": set[1]])
            }
        }
        defer { server.stop() }
        let cookies = SharedCookieJar()
        let transport = HTTPTransport(.init(engine: engine, cookies: cookies))
        let error = await #expect(throws: HTTPError.self) {
            try await transport.response(for: Ask(server.url("/start")))
        }
        #expect(error?.status == 503)
        _ = try await transport.response(for: Ask(server.url("/again")))
        _ = try await transport.response(for: Ask(server.url("/again")))
        #expect(server.record.requests(to: "/start").map(self.cookies) == [[]])
        let later = server.record.requests(to: "/next") + server.record.requests(to: "/again")
        #expect(later.count == 4)
        #expect(later.map(self.cookies) == Array(repeating: [["a=1", "b=2"]], count: 4))
        #expect(cookies.jar.cookies.map(\.name) == ["a", "b"])
        #expect(cookies.jar.cookies.compactMap(\.expires).count == 2)
    }

    /// A field of the caller's own takes the place of the jar's, wherever the request leads on its own host.
    @Test(arguments: HTTPTransport.Engine.available)
    func aFieldOfOnesOwnIsSentOnceToo(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            request.path == "/start"
                ? .status(307, headers: ["Location": "/next", "Set-Cookie": "a=jar"]) : .status(204)
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, cookies: SharedCookieJar()))
        for _ in 0..<2 {
            _ = try await transport.response(for: Ask(server.url("/start"), headers: ["Cookie": "a=own"]))
        }
        let requests = server.record.requests(to: "/start") + server.record.requests(to: "/next")
        #expect(requests.map(cookies) == Array(repeating: [["a=own"]], count: 4))
    }

    /// What a mark is put on parts a cookie all the same: fields are bytes.
    @Test func aSeparatorWithAMarkIsOne() throws {
        var jar = CookieJar()
        let url = try #require(URL(string: "http://a.example/"))
        jar.store(["Set-Cookie": "a=1;\u{301} b=2; Path=/"], from: url, at: Date(timeIntervalSince1970: 0))
        jar.store(["Set-Cookie": "c=\u{301}3;Max-Age=9"], from: url, at: Date(timeIntervalSince1970: 0))
        #expect(jar.cookies.map(\.value) == ["1", "\u{301}3"])
        #expect("a=1,b=\u{301}2".splitSetCookies == ["a=1", "b=\u{301}2"])
    }
}
