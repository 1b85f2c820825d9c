import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPTransportTests {
    @Test(arguments: HTTPTransport.Engine.available)
    func aGetBringsStatusHeadersAndBody(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .status(200, headers: ["X-Answer": "yes"], body: Array("hello".utf8)) }
        defer { server.stop() }
        let response = try await transport.response(for: Ask(server.url("/greeting")))
        #expect(response.status == 200)
        #expect(response.headers["x-answer"] == "yes")
        #expect(response.headers["X-ANSWER"] == "yes")
        #expect(response.body == Data("hello".utf8))
        #expect(response.url == server.url("/greeting"))
        let request = try #require(server.record.requests(to: "/greeting").first)
        #expect(request.method == "GET")
        #expect(request["User-Agent"] == "RequestScheduler")
        #expect(request["Accept-Language"] == "*")
    }

    @Test(arguments: HTTPTransport.Engine.available, [HTTPMethod.post, .put, .patch, .delete])
    func aBodyArrivesWithItsTypeAndLength(engine: HTTPTransport.Engine, method: HTTPMethod) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { .status(200, body: $0.body) }
        defer { server.stop() }
        let response = try await transport.response(
            for: Ask(server.url("/echo"), method: method, body: .json(["name": "Ann"]))
        )
        #expect(response.body == Data(#"{"name":"Ann"}"#.utf8))
        let request = try #require(server.record.requests(to: "/echo").first)
        #expect(request.method == method.rawValue)
        #expect(request["Content-Type"] == "application/json")
        #expect(request["Content-Length"] == "14")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aFormArrivesByTheRulesOfForms(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let items = [
            ("username", "hello world"), ("password", "p+?&=%"), ("tilde", "~"), ("star", "*"), ("nl", "a\r\nb"),
        ].map { URLQueryItem(name: $0.0, value: $0.1) }
        _ = try await transport.response(for: Ask(server.url("/form"), method: .post, body: .form(items)))
        let request = try #require(server.record.requests(to: "/form").first)
        #expect(request["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(
            request.text == "username=hello+world&password=p%2B%3F%26%3D%25&tilde=%7E&star=*&nl=a%0D%0Ab"
        )
    }

    /// The path as it is on the wire: no engine undoes what was encoded, or encodes it again.
    @Test(
        arguments: HTTPTransport.Engine.available,
        [
            ("a/b", "a%2Fb"), ("%2e%2e", "%252e%252e"), ("foo+bar", "foo+bar"), ("a b", "a%20b"), ("é", "%C3%A9"),
            ("a?b#c", "a%3Fb%23c"), ("Mr. T.", "Mr.%20T."), ("🦊", "%F0%9F%A6%8A"),
            ("x=y,z:@!$&()*;[]{}|\"<>^`", "x=y,z:@!$&()*;%5B%5D%7B%7D%7C%22%3C%3E%5E%60"),
        ]
    )
    func aSegmentArrivesAsItWasEncoded(engine: HTTPTransport.Engine, value: (text: String, sent: String)) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let resource = Resource<Void>("/a b/ü/\(value.text)/x", base: URL(string: server.url("/")))
        try await transport.response(for: resource)
        #expect(server.requestCount(for: "/a%20b/%C3%BC/\(value.sent)/x") == 1)
        for refused in ["..", ".", ""] {
            let resource = Resource<Void>(.delete, "pets/\(refused)", base: URL(string: server.url("/")))
            await #expect { try await transport.response(for: resource) } throws: {
                HTTPTransportError.Code.invalidURL ~= $0
            }
        }
        #expect(server.record.connections == 1)
    }

    @Test(
        arguments: HTTPTransport.Engine.available,
        [HTTPMethod.get, .head, .options, .delete, .post, .put, .init(rawValue: "PURGE")]
    )
    func aMethodWithoutABodySendsNone(engine: HTTPTransport.Engine, method: HTTPMethod) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .text("content") }
        defer { server.stop() }
        let response = try await transport.response(for: Ask(server.url("/bare"), method: method))
        #expect(response.body == Data((method == .head ? "" : "content").utf8))
        let request = try #require(server.record.requests(to: "/bare").first)
        #expect(request.method == method.rawValue)
        #expect(request.body.isEmpty)
        #expect(request["Content-Type"] == nil)
    }

    @Test(arguments: HTTPTransport.Engine.available, [0, 1, 1 << 20])
    func bodiesOfAnySizeGoBothWays(engine: HTTPTransport.Engine, size: Int) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { .status(200, body: $0.body) }
        defer { server.stop() }
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        let response = try await transport.response(for: Ask(server.url("/echo"), method: .post, body: .bytes(bytes)))
        #expect(response.body == bytes)
        #expect(server.record.requests(to: "/echo").first?.body.count == size)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func queryValuesSurvive(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let query = [
            URLQueryItem(name: "a b", value: "1+1&2;3=4"), .init(name: "ü", value: "日"),
            .init(name: "flag", value: nil),
        ]
        _ = try await transport.response(for: Ask(server.url("/search?first=1"), query: query))
        let request = try #require(server.record.requests(to: "/search").first)
        #expect(request.query == "first=1&a%20b=1%2B1%262%3B3%3D4&%C3%BC=%E6%97%A5&flag")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func headersOfTheRequestOverrideThoseOfTheTransport(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let base = try #require(URL(string: server.url("/api/")))
        let transport = HTTPTransport(.init(engine: engine, baseURL: base, headers: ["X-One": "1", "X-Two": "2"]))
        var headers: HTTPHeaders = ["x-two": "3", "User-Agent": "me"]
        headers.add("a", for: "X-List")
        headers.add("b", for: "X-List")
        _ = try await transport.response(for: Ask("items", headers: headers))
        let request = try #require(server.record.requests(to: "/api/items").first)
        #expect(request["X-One"] == "1")
        #expect(request["X-Two"] == "3")
        #expect(request["X-List"] == "a, b")
        #expect(request["User-Agent"] == "me")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anAnswerThatIsNotAcceptedKeepsEverything(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in
            .status(404, headers: ["X-Reason": "gone fishing"], body: Array("no such secret".utf8))
        }
        defer { server.stop() }
        let error = try await #require(throws: HTTPError.self) {
            try await transport.response(for: Ask(server.url("/user/7?token=hush")))
        }
        #expect(error.status == 404)
        #expect(error.headers["x-reason"] == "gone fishing")
        #expect(error.body == Data("no such secret".utf8))
        #expect(error.description == "HTTPError: status 404 from \(server.url("/user/7"))")
        #expect(!String(reflecting: error).contains("hush"))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func noContentIsAnAnswer(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        try await transport.response(for: Ask<Void>(url: server.url("/nothing")) { #expect($0.status == 204) })
    }

    @Test(arguments: HTTPTransport.Engine.available, [("Content-Encoding", "gzip"), ("CONTENT-ENCODING", "GZIP")])
    func compressedBodiesArriveAsTheyWere(engine: HTTPTransport.Engine, coding: (String, String)) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        // "hello" four times, by gzip.
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 64, 39, 1, 227, 81, 61, 141, 23, 0, 0, 0,
        ]
        let server = try LoopbackServer { _ in
            .status(200, headers: [coding.0: coding.1, "Content-Type": "text/plain"], body: packed)
        }
        defer { server.stop() }
        let response = try await transport.response(for: Ask(server.url("/packed")))
        #expect(response.body == Data("hello hello hello hello".utf8))
        #expect(response.headers["Content-Encoding"] == nil)
        #expect(response.headers["Content-Length"] == nil)
        #expect(response.headers["Content-Type"] == "text/plain")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func interimHeadsAreNotTheAnswer(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in
            .interim(100).then(.interim(103, headers: ["Link": "</style.css>"])).then(.text("final"))
        }
        defer { server.stop() }
        let response = try await transport.response(for: Ask(server.url("/early")))
        #expect(response.status == 200)
        #expect(response.headers["Link"] == nil)
        #expect(response.body == Data("final".utf8))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aChallengeIsAnAnswerLikeAnyOther(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in
            .status(401, headers: ["WWW-Authenticate": #"Basic realm="here""#], body: Array("who?".utf8))
        }
        defer { server.stop() }
        let error = try await #require(throws: HTTPError.self) {
            try await transport.response(for: Ask(server.url("/private")))
        }
        #expect(error.status == 401)
        #expect(error.headers["WWW-Authenticate"] == #"Basic realm="here""#)
        #expect(error.body == Data("who?".utf8))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func progressOfBothWaysGrows(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { .status(200, body: $0.body) }
        defer { server.stop() }
        let bytes = Data(repeating: 7, count: 1 << 20)
        let answer = transport.begin(Ask(server.url("/echo"), method: .put, body: .bytes(bytes)))
        _ = try await answer.payload()
        let last = try #require(answer.progress.last)
        #expect(
            last
                == TransferProgress(
                    sent: 1 << 20,
                    expectedToSend: 1 << 20,
                    received: 1 << 20,
                    expectedToReceive: 1 << 20
                )
        )
        for (one, next) in zip(answer.progress, answer.progress.dropFirst()) {
            #expect(one.sent <= next.sent && one.received <= next.received)
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aTimeoutLongerThanClocksCanHoldIsNone(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .text("here") }
        defer { server.stop() }
        let longest = Duration.seconds(Int64.max)
        let transport = HTTPTransport(.init(engine: engine, idleTimeout: longest, timeout: longest))
        let response = try await transport.begin(Ask(server.url("/"))).payload() as? HTTPResponse
        #expect(response?.body == Data("here".utf8))
    }

    @Test(
        .bug("https://github.com/swiftlang/swift-corelibs-foundation/issues/3267"),
        arguments: HTTPTransport.Engine.available
    )
    func namesOfReceivedFieldsAreFoundInAnyCase(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { request in
            let head =
                "ETAG: \"1\"\r\nretry-after: 7\r\ncontent-TYPE: Application/JSON\r\n"
                + "cache-control: no-store\r\nContent-length: 2\r\n\r\n"
            return request.path == "/old"
                ? .send("HTTP/1.1 302 Found\r\nlocation: /new\r\ncontent-LENGTH: 0\r\n\r\n")
                : .send("HTTP/1.1 200 OK\r\n" + head + "{}")
        }
        defer { server.stop() }
        let response = try await transport.response(for: Ask(server.url("/old")))
        #expect(response.headers["etag"] == "\"1\"")
        #expect(response.headers["Retry-After"] == "7")
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.headers["Content-Type"] == "Application/JSON")
        #expect(response.body == Data("{}".utf8))
        #expect(response.url == server.url("/new"))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func connectionsAreReused(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .text("again") }
        defer { server.stop() }
        for _ in 0..<20 { _ = try await transport.response(for: Ask(server.url("/again"))) }
        #expect(server.requestCount(for: "/again") == 20)
        #expect(server.record.connections == 1)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func cookiesAreNotKept(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine))
        let server = try LoopbackServer { _ in .status(200, headers: ["Set-Cookie": "id=1; Path=/"]) }
        defer { server.stop() }
        for _ in 0..<2 { _ = try await transport.response(for: Ask(server.url("/cookie"))) }
        #expect(server.record.requests(to: "/cookie").allSatisfy { $0["Cookie"] == nil })
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aReleasedTransportClosesItsConnectionsAfterTheLastAnswer(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.text("late")) }
        defer { server.stop() }
        var transport: HTTPTransport? = HTTPTransport(.init(engine: engine))
        let answer = try #require(transport).begin(Ask(server.url("/late")))
        await server.waitForRequests(to: "/late")
        transport = nil
        hold.release()
        #expect((try await answer.payload() as? HTTPResponse)?.body == Data("late".utf8))
        await server.waitForOpenConnections(atMost: 0)
    }
}
