#if os(Linux)
    import Foundation
    import LoopbackServer
    import TestSupport
    import Testing

    @testable import RequestTransports

    /// The line of an entry as a shell reads it.
    @Suite(.timeLimit(.minutes(3)))
    struct CurlLineTests {
        /// What a shell or `curl` could take for something else; a mark belongs to the character before it.
        private static let hostile = [
            "it's", "'", "''", "'\u{301}", "'\u{301}; echo $HOME '", "'\u{20D0}$(id)", "\"", "`id`", "$(id)", "$HOME",
            "${HOME}", "\\", "\\'", "!!", "a\nb", "a\r\nb", "\n", "\t", "*", "~", "#", ";", "& exit", "| cat", "<x>",
            "@/etc/passwd", "@-", "-", "--next", "-o/tmp/x", "Grüße, 世界 🌍", "%41%00", "[1-3]{a,b}", " ", "", "\u{202E}",
        ]

        /// The words that a shell hands to `curl`.
        private func words(of line: String, shell: String = "sh") throws -> [String] {
            let script = #"curl() { for word in "$@"; do printf '%s\0' "$word"; done; }; "# + line
            let printed = try PeerProcess.run(shell, ["-c", script])
            let words = printed.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            return try words.map { try #require(String(validating: $0, as: UTF8.self)) }
        }

        /// What `curl` is told by these words.
        private struct Told {
            var method = "GET"
            var fields: [HTTPHeaders.Field] = []
            var body: String?
            var url = ""

            init(_ words: [String]) throws {
                var rest = words[...]
                func argument() throws -> String {
                    let next = rest.popFirst()
                    return try #require(next)
                }
                while let word = rest.popFirst() {
                    switch word {
                    case "--request": method = try argument()
                    case "--head": method = "HEAD"
                    case "--globoff", "--path-as-is": break
                    case "--data-raw": body = try argument()
                    case "--header": fields.append(try Self.field(argument()))
                    default:
                        url = word
                        try #require(rest.isEmpty)
                    }
                }
            }

            private static func field(_ text: String) throws -> HTTPHeaders.Field {
                let bytes = Array(text.utf8)
                let end = try #require(bytes.firstIndex { [UInt8(ascii: ":"), UInt8(ascii: ";")].contains($0) })
                let name = String(decoding: bytes[..<end], as: UTF8.self)
                guard bytes[end] == UInt8(ascii: ":") else {
                    try #require(end == bytes.count - 1)
                    return .init(name: name, value: "")
                }
                try #require(bytes[end...].starts(with: ": ".utf8))
                return .init(name: name, value: String(decoding: bytes[(end + 2)...], as: UTF8.self))
            }
        }

        private func entry(
            _ method: HTTPMethod,
            _ headers: HTTPHeaders = [:],
            _ body: HTTPLogEntry.Body = .none,
            url: String = "http://a.example/"
        ) -> HTTPLogEntry {
            HTTPLogEntry(event: .sent, request: 1, method: method, url: url, headers: headers, body: body)
        }

        private func expectSame(_ told: Told, _ entry: HTTPLogEntry, _ shell: String) {
            func bytes(_ fields: [HTTPHeaders.Field]) -> [[UInt8]] {
                fields.map { Array("\($0.name): \($0.value)".utf8) }
            }
            #expect(told.method == entry.method.rawValue)
            #expect(bytes(told.fields) == bytes(entry.headers.fields), "\(shell)")
            #expect(Array(told.url.utf8) == Array(entry.url.utf8), "\(shell)")
            if case .text(let text) = entry.body {
                #expect(told.body.map { Array($0.utf8) } == Array(text.utf8), "\(shell)")
            } else {
                #expect(told.body == nil)
            }
        }

        @Test(arguments: ["sh", "bash"])
        func everyWordArrivesAsItWas(shell: String) throws {
            let values = Self.hostile.filter { !$0.contains { $0.isNewline } }
            let headers = HTTPHeaders(values.enumerated().map { .init(name: "X-\($0.offset)'", value: $0.element) })
            var entries = Self.hostile.map { entry(.post, ["A": "b"], .text($0)) }
            entries += Self.hostile.map { entry(.init(rawValue: "M\($0)"), url: "http://a.example/\($0)") }
            entries += [
                entry(.get, headers), entry(.head, ["-H": "--data"]),
                entry(.put, headers, .text(Self.hostile.joined())),
                entry(.delete), entry(.init(rawValue: "--next")),
            ]
            for entry in entries {
                let line = try #require(entry.curl)
                expectSame(try Told(words(of: line, shell: shell)), entry, shell)
            }
        }

        @Test func randomOnesArriveAsTheyWere() throws {
            var random = SeededRandom(seed: 6)
            for _ in 0..<40 {
                func text() -> String {
                    (0..<random.below(6)).map { _ in Self.hostile[random.below(Self.hostile.count)] }.joined()
                }
                let value = text().replacing("\r\n", with: " ").replacing("\n", with: " ")
                let entry = entry(.patch, ["X": value], .text(text()), url: "http://a.example/?" + text())
                expectSame(try Told(words(of: #require(entry.curl))), entry, "sh")
            }
        }

        @Test func whatItDoesNotHoldMakesNoLine() {
            #expect(entry(.post, [:], .bytes(3)).curl == nil)
            #expect(entry(.post, [:], .bytes(nil)).curl == nil)
        }

        // MARK: Requests

        /// The entry of a request that was sent.
        private func sent(
            _ ask: Ask<HTTPResponse>,
            _ engine: HTTPTransport.Engine,
            redacting redaction: HTTPRedaction = .init()
        ) async throws -> HTTPLogEntry {
            let entries = Log<HTTPLogEntry>()
            let log = HTTPLog(.all, redacting: redaction) { entries.append($0) }
            _ = try await HTTPTransport(.init(engine: engine, log: log)).response(for: ask)
            return try #require(entries.all.first)
        }

        @Test(arguments: HTTPTransport.Engine.available)
        func secretsStayOutOfIt(engine: HTTPTransport.Engine) async throws {
            let server = try LoopbackServer { _ in .status(204) }
            defer { server.stop() }
            let ask = Ask(
                server.url("/x?key=s3cret&shown=1").replacing("http://", with: "http://me:s3cret@"),
                method: .post,
                headers: [
                    "Authorization": "Bearer s3cret", "Cookie": "id=s3cret", "X-Own": "s3cret'", "X-Shown": "it's",
                ],
                body: .text(#"{"password":"s3cret'\"","user":"it's"}"#)
            )
            let redaction = HTTPRedaction(headers: ["X-Own"], query: ["key"], members: ["password"])
            let entry = try await sent(ask, engine, redacting: redaction)
            let line = try #require(entry.curl)
            #expect(!line.contains("s3cret"))
            let told = try Told(words(of: line))
            expectSame(told, entry, "sh")
            #expect(told.url == server.url("/x?key=<redacted>&shown=1"))
            #expect(told.body == #"{"password":"<redacted>","user":"it's"}"#)
            let fields = HTTPHeaders(told.fields)
            for name in ["Authorization", "Cookie", "X-Own"] { #expect(fields[name] == HTTPRedaction.placeholder) }
            #expect(fields["X-Shown"] == "it's")
        }

        /// The program itself, where it is installed, sends what the transport sent.
        @Test(.enabled(if: PeerProcess.isInstalled("curl")), arguments: HTTPTransport.Engine.available)
        func theProgramSendsTheSame(engine: HTTPTransport.Engine) async throws {
            let server = try LoopbackServer { _ in .status(204) }
            defer { server.stop() }
            let form: [URLQueryItem] = [.init(name: "a b", value: "'\u{301}$(id)"), .init(name: "[x]", value: "{y}")]
            let asks = [
                Ask(server.url("/0/a..b/[1-3]?q={a,b}&r[]=1"), query: form, headers: ["X-Quote": "it's; $(id) \"x\""]),
                Ask(
                    server.url("/1/it's"),
                    method: .put,
                    headers: ["X-Blank": ""],
                    body: .text("@/etc/passwd\n'\u{301}`id`")
                ),
                Ask(server.url("/2"), method: .post, body: .form(form)), Ask(server.url("/3"), method: .post),
                Ask(server.url("/4"), method: .delete), Ask(server.url("/5"), method: .head),
                Ask(server.url("/6"), method: .post, body: .text("")),
                Ask(server.url("/7"), method: .init(rawValue: "-X"), body: .json(["--data": "@-"])),
            ]
            for ask in asks {
                let line = try #require(try await sent(ask, engine).curl)
                try PeerProcess.run("sh", ["-c", line + " --silent --max-time 20"])
            }
            let requests = server.record.events.compactMap { event -> ReceivedRequest? in
                if case .request(_, let request) = event.event { request } else { nil }
            }
            try #require(requests.count == 2 * asks.count)
            for index in asks.indices {
                let (one, other) = (requests[2 * index], requests[2 * index + 1])
                #expect(one.method == other.method)
                #expect(one.target == other.target)
                #expect(one.body == other.body)
                for field in asks[index].headers.fields { #expect(other[field.name] == one[field.name]) }
                #expect(one["Accept-Encoding"] == other["Accept-Encoding"])
                if !one.body.isEmpty { #expect(one["Content-Type"] == other["Content-Type"]) }
            }
        }
    }
#endif
