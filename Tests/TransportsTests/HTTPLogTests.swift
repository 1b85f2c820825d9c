import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPLogTests {
    typealias Kind = HTTPEngineContractTests.Kind

    private let entries = Log<HTTPLogEntry>()

    private func transport(_ level: HTTPLog.Level, _ kind: Kind = .urlSession, bodies: Int = 4096) -> HTTPTransport {
        let redaction = HTTPRedaction(query: ["key"], members: ["password"])
        let log = HTTPLog(level, redacting: redaction, maximumBodyBytes: bodies) { [entries] in entries.append($0) }
        return HTTPTransport(.init(log: log), engine: kind.engine, clock: ContinuousClock())
    }

    private var events: [String] {
        entries.all.map { entry in
            switch entry.event {
            case .sent: "sent"
            case .answered(let status, _): "\(status)"
            case .failed(let reason, _): reason
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func requestsAndAnswersAreTold(kind: Kind) async throws {
        let server = try LoopbackServer { request in
            request.path == "/moved" ? .redirect(307, to: "/x") : .json(#"{"password":"s3cret"}"#)
        }
        defer { server.stop() }
        let ask = Ask(
            server.url("/moved?key=s3cret"),
            method: .post,
            headers: ["Authorization": "Bearer s3cret", "X-Shown": "yes"],
            body: .text(#"{"password":"s3cret","user":"a"}"#)
        )
        _ = try await transport(.all, kind).response(for: ask)
        #expect(events == ["sent", "sent", "200"])
        let (first, last) = (try #require(entries.all.first), try #require(entries.all.last))
        #expect(first.method == .post)
        #expect(first.url == server.url("/moved?key=<redacted>"))
        #expect(first.headers["X-Shown"] == "yes")
        #expect(first.headers["Authorization"] == HTTPRedaction.placeholder)
        #expect(first.body == .text(#"{"password":"<redacted>","user":"a"}"#))
        #expect(last.url == server.url("/x"))
        #expect(last.body == .text(#"{"password":"<redacted>"}"#))
        #expect(Set(entries.all.map(\.request)).count == 1)
        #expect(!entries.all.contains { "\($0)\($0.curl ?? "")".contains("s3cret") })
    }

    @Test func errorsAloneAreTold() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/refused": .status(503, headers: ["Set-Cookie": "id=s3cret", "Retry-After": "5"])
            case "/lost": .close
            default: .text("fine")
            }
        }
        defer { server.stop() }
        let transport = transport(.errors)
        _ = try await transport.response(for: Ask(server.url("/fine")))
        #expect(entries.all.isEmpty)
        for url in [server.url("/refused"), server.url("/lost"), "no url"] {
            await #expect(throws: (any Error).self) { try await transport.response(for: Ask(url)) }
        }
        #expect(events == ["503", "HTTPTransportError: connectionLost (URLError)", "HTTPTransportError: invalidURL"])
        #expect(entries.all.first?.headers["Retry-After"] == "5")
        #expect(entries.all.first?.headers["Set-Cookie"] == HTTPRedaction.placeholder)
    }

    /// A line break in what was refused would begin a line of its own.
    @Test func whatWasRefusedIsToldInOneLine() async {
        let url = "http://a.example/\r\n← [1] 200 GET http://a.example/paid\u{1B}[2J"
        await #expect(throws: HTTPTransportError.self) { try await transport(.errors).response(for: Ask(url)) }
        await #expect(throws: HTTPTransportError.self) {
            try await transport(.errors).response(for: Ask("http://a.example/", method: .init(rawValue: "G\nT")))
        }
        #expect(entries.all.count == 2)
        for entry in entries.all { #expect(!"\(entry)".utf8.contains { $0 < 0x20 }, "\(entry)") }
    }

    @Test func nothingIsToldOfAnythingAtTheLevelNone() async throws {
        let server = try LoopbackServer { _ in .status(500) }
        defer { server.stop() }
        await #expect(throws: HTTPError.self) { try await transport(.none).response(for: Ask(server.url("/"))) }
        #expect(entries.all.isEmpty)
    }

    /// Every field of credentials in letters of any case, sent and received, in answers, errors and broken connections.
    @Test(arguments: Kind.allCases, [HTTPLog.Level.none, .errors, .all])
    func noLevelTellsASecret(kind: Kind, level: HTTPLog.Level) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/lost": .close
            default:
                .status(
                    request.path == "/fine" ? 200 : 401,
                    headers: ["set-COOKIE": "id=s3cret", "X-Shown": "answer", "www-authenticate": "Bearer"]
                )
            }
        }
        defer { server.stop() }
        let headers: HTTPHeaders = [
            "aUTHORIZATION": "Bearer s3cret", "proxy-authorization": "Basic s3cret", "COOKIE": "id=s3cret",
            "x-API-key": "s3cret", "X-Shown": "request",
        ]
        let transport = transport(level, kind)
        for path in ["/fine", "/refused", "/lost"] {
            do { _ = try await transport.response(for: Ask(server.url(path), headers: headers)) } catch {
                #expect(path != "/fine")
                #expect(!"\(error)\(String(reflecting: error))".contains("s3cret"))
            }
        }
        let told = entries.all.map { "\($0)\($0.curl ?? "")\(String(reflecting: $0))" }.joined()
        #expect(!told.contains("s3cret"))
        #expect(entries.all.count == (level == .none ? 0 : level == .errors ? 2 : 6))
        #expect(told.contains("X-Shown: request") == (level == .all))
        #expect(told.contains("X-Shown: answer") == (level != .none))
    }

    @Test func aRequestSaysHowMuchIsToldOfIt() async throws {
        struct Quiet: HTTPRequest {
            typealias Response = HTTPResponse
            let url: String
            let level: HTTPLog.Level
            var options: HTTPOptions { HTTPOptions(logLevel: level) }
        }
        let server = try LoopbackServer { _ in .status(500) }
        defer { server.stop() }
        for url in [server.url("/"), "no url"] {
            await #expect(throws: (any Error).self) {
                try await transport(.all).response(for: Quiet(url: url, level: .none))
            }
            #expect(entries.all.isEmpty)
        }
        for url in [server.url("/"), "no url"] {
            await #expect(throws: (any Error).self) {
                try await transport(.none).response(for: Quiet(url: url, level: .all))
            }
        }
        #expect(events == ["sent", "500", "HTTPTransportError: invalidURL"])
    }

    @Test func aCancelledRequestIsNoError() async throws {
        let engine = ManualEngine()
        let log = HTTPLog(.errors) { [entries] in entries.append($0) }
        let transport = HTTPTransport(.init(log: log), engine: engine, clock: TestClock())
        let answer = transport.begin(Ask("http://a.example/"))
        answer.cancel()
        engine.begun.all.first?.receive(.ended(HTTPTransportError(.cancelled)))
        #expect(entries.all.isEmpty)
    }

    @Test func largeBodiesAndBytesAreToldBySize() async throws {
        let server = try LoopbackServer { request in
            request.path == "/bytes" ? .status(200, body: [0, 1, 2]) : .text(String(repeating: "x", count: 11))
        }
        defer { server.stop() }
        let transport = transport(.all, bodies: 10)
        _ = try await transport.response(for: Ask(server.url("/bytes")))
        _ = try await transport.response(for: Ask(server.url("/large")))
        #expect(entries.all.map(\.body) == [.none, .bytes(3), .none, .bytes(11)])
        #expect("\(entries.all[1])".hasSuffix("\n  (3 bytes)"))
    }

    @Test func aLineForTheShellSendsTheSame() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let ask = Ask(server.url("/x?a='1'"), method: .put, headers: ["X-Quote": "it's"], body: .text("a'b\n$HOME"))
        _ = try await transport(.all).response(for: ask)
        let line = try #require(entries.all.first?.curl)
        #expect(line.hasPrefix("curl --request 'PUT' --header "))
        #expect(line.contains(#"--header 'X-Quote: it'\''s'"#))
        #expect(line.contains("--data-raw 'a'\\''b\n$HOME'"))
        #expect(entries.all.last?.curl == nil)
    }

    /// What an authorizer adds lets the request pass, whatever it is called.
    @Test func whatLetsARequestPassIsNotTold() async throws {
        struct Key: HTTPAuthorizer {
            func credentials(for request: HTTPAuthorization) async throws -> HTTPHeaders { ["X-Session": "s3cret"] }
        }
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let log = HTTPLog(.all) { [entries] in entries.append($0) }
        let redirects = RedirectPolicy(furtherCredentialHeaders: ["X-Own"])
        let transport = HTTPTransport(.init(redirects: redirects, authorizer: Key(), log: log))
        _ = try await transport.response(for: Ask(server.url("/"), headers: ["x-own": "s3cret", "X-Shown": "yes"]))
        let sent = try #require(entries.all.first)
        #expect(sent.headers["X-Session"] == HTTPRedaction.placeholder)
        #expect(sent.headers["X-Own"] == HTTPRedaction.placeholder)
        #expect(sent.headers["X-Shown"] == "yes")
        #expect(server.record.requests(to: "/").first?["X-Session"] == "s3cret")
    }

    /// The end of a streamed answer is not told as another answer.
    @Test(arguments: Kind.allCases)
    func aStreamedAnswerIsToldOnce(kind: Kind) async throws {
        let server = try LoopbackServer { _ in .text("whole") }
        defer { server.stop() }
        let answer = try await transport(.all, kind).response(
            for: HTTPStreamingTests.Download(url: server.url("/"))
        )
        for try await _ in answer.body {}
        #expect(events == ["sent", "200"])
        #expect(entries.all.last?.body == .bytes(nil))
    }
}
