import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Options are passed on to the engine, or refused; never ignored.
@Suite(.timeLimit(.minutes(3)))
struct HTTPOptionsTests {
    typealias Configuration = HTTPTransport.Configuration

    @Test(arguments: [
        ("connectTimeout", Configuration(engine: .urlSession, connectTimeout: .seconds(1))),
        ("tls", Configuration(engine: .urlSession, tls: .init(minimumVersion: .v1_3))),
        ("proxy", Configuration(engine: .urlSession, proxy: .init(url: "http://127.0.0.1:1"))),
        ("unixSocketPath", Configuration(engine: .urlSession, unixSocketPath: "/tmp/none")),
    ])
    func whatAnEngineCannotDoIsRefused(option: String, configuration: Configuration) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let error = try #require(throws: HTTPTransportError.self) { try configuration.validate() }
        #expect(error.code == .unsupportedOption)
        let refusal = try #require(error.underlyingError as? HTTPTransport.UnsupportedOptions)
        #expect(refusal == .init(engine: .urlSession, options: [option]))
        #expect("\(error)" == "HTTPTransportError: unsupportedOption (urlSession does not support \(option))")
        await #expect {
            try await HTTPTransport(configuration).response(for: Ask(server.url("/")))
        } throws: {
            HTTPTransportError.Code.unsupportedOption ~= $0
        }
        #expect(server.record.connections == 0)
    }

    @Test func theBestEngineIsTheFirst() throws {
        #if CURL_ENGINE
            #expect(HTTPTransport.Engine.available == [.curl, .urlSession])
        #else
            #expect(HTTPTransport.Engine.available == [.urlSession])
            #expect(throws: HTTPTransportError.self) { try Configuration(engine: .curl).validate() }
        #endif
        for engine in HTTPTransport.Engine.available + [.automatic] {
            try Configuration(engine: engine).validate()
        }
    }

    #if CURL_ENGINE
        @Test func requestsGoThroughTheProxy() async throws {
            let proxy = try LoopbackServer { _ in .text("by proxy") }
            let direct = try LoopbackServer { _ in .text("direct") }
            defer {
                proxy.stop()
                direct.stop()
            }
            let route = HTTPTransport.Proxy(
                url: proxy.url(""),
                user: "me",
                password: "hush",
                exceptions: ["127.0.0.1"]
            )
            let transport = HTTPTransport(.init(engine: .curl, proxy: route))
            #expect(try await transport.response(for: Ask("http://name.invalid/x")).body == Data("by proxy".utf8))
            let request = try #require(proxy.record.requests(to: "http://name.invalid/x").first)
            #expect(request["Proxy-Authorization"] == "Basic " + Data("me:hush".utf8).base64EncodedString())
            #expect(try await transport.response(for: Ask(direct.url("/"))).body == Data("direct".utf8))
        }

        @Test func aProxyThatRefusesLeavesTheRequestUnprocessed() async throws {
            let proxy = try LoopbackServer { _ in .status(407) }
            defer { proxy.stop() }
            let transport = HTTPTransport(.init(engine: .curl, proxy: .init(url: proxy.url(""))))
            let error = try await #require(throws: HTTPTransportError.self) {
                try await transport.response(for: Ask("https://name.invalid/x", method: .post))
            }
            #expect(error.code == .cannotConnect)
            #expect(error.allowsRetry(of: .post))
        }

        @Test(.enabled(if: PeerProcess.isInstalled("python3"), "python3 is not installed"))
        func requestsGoThroughTheSocketOfThatPath() async throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8)).sock")
                .path
            let script = """
                import socket, sys
                server = socket.socket(socket.AF_UNIX); server.bind(sys.argv[1]); server.listen(1)
                print("ready", flush=True)
                peer, _ = server.accept()
                head = peer.recv(65536).decode()
                body = head.split("\\r\\n")[0].encode()
                peer.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body)); peer.close()
                """
            let peer = try PeerProcess("python3", ["-c", script, path], saying: "ready")
            defer { peer.stop() }
            let transport = HTTPTransport(.init(engine: .curl, unixSocketPath: path))
            let response = try await transport.response(for: Ask("http://anything.invalid/x"))
            #expect(response.body == Data("GET /x HTTP/1.1".utf8))
            try FileManager.default.removeItem(atPath: path)
        }

        @Test func anAddressNobodyAnswersAtIsATimeoutOfConnecting() async throws {
            // A listener whose queue is full lets nobody in and turns nobody away.
            let full = try FullListener()
            let transport = HTTPTransport(.init(engine: .curl, connectTimeout: .milliseconds(100)))
            let error = try await #require(throws: HTTPTransportError.self) {
                try await transport.response(for: Ask(full.url, method: .post))
            }
            #expect(error.code == .timedOut)
            #expect(error.timeout == .connect)
            #expect(error.allowsRetry(of: .post))
        }
    #endif

    @Test(arguments: HTTPTransport.Engine.available)
    func eachTimeIsToldApart(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer.silent()
        defer { server.stop() }
        let cases: [(String, HTTPTransportError.Timeout, Configuration)] = [
            ("/head", .head, .init(engine: engine, headTimeout: .seconds(1), idleTimeout: .seconds(2))),
            ("/head", .idle, .init(engine: engine, headTimeout: .seconds(2), idleTimeout: .seconds(1))),
            ("/body", .idle, .init(engine: engine, headTimeout: .seconds(9), idleTimeout: .seconds(1))),
            ("/body", .total, .init(engine: engine, idleTimeout: .seconds(2), timeout: .seconds(1))),
        ]
        for (index, (path, timeout, configuration)) in cases.enumerated() {
            let clock = TestClock()
            let answer = HTTPTransport(configuration, clock: clock).begin(Ask(server.url("\(path)?\(index)")))
            await server.waitForRequests(path == "/head" ? min(index + 1, 2) : index - 1, to: path)
            await clock.waitForSleepers()
            if path == "/body" { await answer.waitForProgress(4) }
            let error = try await answer.timeout(afterSecondOf: clock)
            #expect(error.timeout == timeout)
            #expect("\(error)" == "HTTPTransportError: timedOut, \(timeout)")
        }
        await server.waitForPeerCloses(4)
    }

    @Test func whatMayBeSentAgainDependsOnWhatIsKnown() {
        let lost = HTTPTransportError(.connectionLost)
        #expect(lost.allowsRetry(of: .put))
        #expect(!lost.allowsRetry(of: .put, replayingBody: false))
        #expect(!lost.allowsRetry(of: .post))
        for code in [HTTPTransportError.Code.cannotConnect, .nameNotResolved] {
            #expect(HTTPTransportError(code).allowsRetry(of: .post))
            #expect(!HTTPTransportError(code).allowsRetry(of: .post, replayingBody: false))
        }
        #expect(!HTTPTransportError(.tls).allowsRetry(of: .post))
        #expect(HTTPTransportError(.tls, isUnprocessed: true).allowsRetry(of: .post))
        #expect(HTTPTransportError(.timedOut, timeout: .connect).allowsRetry(of: .post))
        for timeout in [HTTPTransportError.Timeout.head, .idle, .total] {
            let late = HTTPTransportError(.timedOut, timeout: timeout)
            #expect(late.allowsRetry(of: .get) && !late.allowsRetry(of: .post))
        }
        for code in [
            HTTPTransportError.Code.malformedResponse, .responseTooLarge, .tooManyRedirects, .invalidURL, .cancelled,
        ] {
            #expect(!HTTPTransportError(code).allowsRetry(of: .get))
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func afterARedirectNothingIsCertain(engine: HTTPTransport.Engine) async throws {
        let gone = try LoopbackServer { _ in .status(200) }
        gone.stop()
        let server = try LoopbackServer { _ in .redirect(307, to: gone.url("/")) }
        defer { server.stop() }
        let error = try await #require(throws: HTTPTransportError.self) {
            try await HTTPTransport(.init(engine: engine)).response(for: Ask(server.url("/"), method: .post))
        }
        #expect(error.code == .cannotConnect)
        #expect(!error.allowsRetry(of: .post))
        #expect(error.allowsRetry(of: .put))
    }
}

/// What only the system's URL loading knows.
@Suite(.timeLimit(.minutes(3)))
struct SystemOptionsTests {
    private struct Limited: HTTPRequest {
        typealias Response = HTTPResponse
        let url: String
        var networks: HTTPNetworks? = HTTPNetworks(allowsCellular: false)
        var options: HTTPOptions { HTTPOptions(networks: networks) }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func networksThatCannotBeToldApartAreNotExcludedInSilence(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        #if canImport(FoundationNetworking)
            await #expect {
                try await transport.response(for: Limited(url: server.url("/limited")))
            } throws: { error in
                let refusal = (error as? HTTPTransportError)?.underlyingError as? HTTPTransport.UnsupportedOptions
                return HTTPTransportError.Code.unsupportedOption ~= error && refusal?.options == ["networks"]
            }
            #expect(server.requestCount(for: "/limited") == 0)
        #endif
        _ = try await transport.response(for: Limited(url: server.url("/all"), networks: HTTPNetworks()))
        #expect(server.requestCount(for: "/all") == 1)
    }

    @Test func aSessionBeginsAsItIsGiven() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let session = HTTPTransport.Session {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["X-Session": "mine"]
            return configuration
        }
        _ = try await HTTPTransport(.init(engine: .urlSession, session: session)).response(for: Ask(server.url("/x")))
        #expect(server.record.requests(to: "/x").first?["X-Session"] == "mine")
        #if CURL_ENGINE
            #expect(throws: HTTPTransportError.self) {
                try HTTPTransport.Configuration(engine: .curl, session: session).validate()
            }
        #endif
    }
}
