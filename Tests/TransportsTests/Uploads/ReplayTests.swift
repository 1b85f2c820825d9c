import Foundation
import LoopbackServer
import RequestScheduler
import TestSupport
import Testing

@testable import RequestTransports

/// Bodies that can be sent only once: nobody sends them again.
@Suite(.timeLimit(.minutes(3)))
struct ReplayTests {
    private static let chunks = (0..<40).map { Data(repeating: UInt8($0), count: 10_000) }

    private static func bodies() -> [HTTPBody] {
        [
            .stream(once: stream(of: chunks)),
            .stream(once: stream(of: chunks), length: 400_000),
            .multipart(MultipartForm([.file("f", filename: "f", once: stream(of: chunks), length: 400_000)])),
        ]
    }

    @Test(arguments: HTTPTransport.Engine.available, [307, 308])
    func aRedirectThatKeepsTheBodyIsAnError(engine: HTTPTransport.Engine, status: Int) async throws {
        let server = try LoopbackServer { $0.path == "/" ? .redirect(status, to: "/new") : .text("sent twice") }
        defer { server.stop() }
        for body in Self.bodies() {
            let error = await #expect(throws: HTTPTransportError.self) {
                try await HTTPTransport(.init(engine: engine))
                    .response(for: Ask(server.url("/"), method: .post, body: body))
            }
            #expect(error?.code == .bodyNotReplayable)
            #expect(error?.isUnprocessed == false)
        }
        #expect(server.requestCount(for: "/") == 3)
        #expect(server.requestCount(for: "/new") == 0)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aRedirectThatDropsTheBodyIsFollowed(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            request.path == "/" ? .redirect(303, to: "/new") : .text("\(request.method) \(request.body.count)")
        }
        defer { server.stop() }
        for body in Self.bodies() {
            let response = try await HTTPTransport(.init(engine: engine))
                .response(for: Ask(server.url("/"), method: .post, body: body))
            #expect(response.body == Data("GET 0".utf8))
        }
        #expect(server.record.requests(to: "/").allSatisfy { $0.body.count >= 400_000 })
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func withoutFollowingTheRedirectIsTheAnswer(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .redirect(307, to: "/new") }
        defer { server.stop() }
        let body = HTTPBody.stream(once: stream(of: Self.chunks))
        let error = await #expect(throws: HTTPError.self) {
            try await HTTPTransport(.init(engine: engine, redirects: .none))
                .response(for: Ask(server.url("/"), method: .post, body: body))
        }
        #expect(error?.status == 307)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anotherRequestWithTheSameBodySendsNothing(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { .text("\($0.body.count)") }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let ask = Ask(server.url("/"), method: .put, body: .stream(once: stream(of: Self.chunks)))
        #expect(try await transport.response(for: ask).body == Data("400000".utf8))
        let error = await #expect(throws: HTTPTransportError.self) { try await transport.response(for: ask) }
        #expect(error?.code == .bodyNotReplayable)
        #expect(error?.isUnprocessed == true)
        #expect(error?.allowsRetry(of: .put) == false)
        #expect(server.requestCount(for: "/") == 1)
    }

    #if CURL_ENGINE
        /// The server ends a kept connection when some of the body has come, so that libcurl tries again on another one.
        @Test(arguments: [true, false])
        func whereTheKeptConnectionDiesOnlyWhatCanBeIsBegunAnew(isReplayable: Bool) async throws {
            let puts = Counter()
            let server = try LoopbackServer(answeringHeads: { request in
                request.method == "PUT" && puts.increment() == 1
                    ? .awaitBytes.then(.finishSending).then(.awaitPeerClose) : nil
            }) {
                .text("\($0.body.count)")
            }
            defer { server.stop() }
            let engine = CurlEngine()
            let url = try #require(URL(string: server.url("/")))
            let primed = EngineEvents()
            _ = engine.start(HTTPExchange(method: .get, url: url), informing: primed)
            await primed.ends.reach(1)
            let begins = Counter()
            let upload = HTTPUpload(isReplayable: isReplayable) {
                begins.increment()
                return stream(of: Self.chunks)
            }
            let events = EngineEvents()
            _ = engine.start(HTTPExchange(method: .put, url: url, upload: upload), informing: events)
            await events.ends.reach(1)
            #expect(events.errors == (isReplayable ? [] : [.connectionLost]))
            #expect(events.body == Data((isReplayable ? "400000" : "").utf8))
            #expect(begins.value == (isReplayable ? 2 : 1))
        }
    #endif

    /// A source that fails with an error of a transfer, such as one that is passed on, is not the transfer's own failure.
    @Test(arguments: HTTPTransport.Engine.available)
    func anErrorOfASourceIsItsOwn(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let body = HTTPBody.stream {
            AsyncThrowingStream<Data, any Error> { $0.finish(throwing: HTTPTransportError(.cannotConnect)) }
        }
        let error = await #expect(throws: HTTPTransportError.self) {
            try await HTTPTransport(.init(engine: engine))
                .response(for: Ask(server.url("/"), method: .put, body: body))
        }
        #expect(error?.code == .bodyFailed)
        #expect((error?.underlyingError as? HTTPTransportError)?.code == .cannotConnect)
    }
}
