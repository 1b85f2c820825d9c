import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// Routes whose answers are read as they come, by a client.
@Suite(.timeLimit(.minutes(3)))
struct StreamedRouteTests {
    struct Unexpected: Error {}

    struct Routes {
        @GET("large", errorBody: APIError.self) var large: Resource<HTTPStreamedResponse>
        @POST("export", body: .text("all")) var export: Resource<HTTPStreamedResponse>
    }

    private static let piece = (0..<1 << 16).map { UInt8(truncatingIfNeeded: $0 / 251) }

    /// An answer of so many pieces, 16 of which are a mebibyte.
    private static func large(_ pieces: Int) -> ServerScript {
        .send("HTTP/1.1 200 OK\r\nContent-Length: \(pieces << 16)\r\n\r\n").then(.send(piece, times: pieces))
    }

    private func makeClient(
        _ server: LoopbackServer,
        _ engine: HTTPTransport.Engine,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> HTTPClient {
        let configuration = HTTPTransport.Configuration(engine: engine, idleTimeout: .seconds(1))
        return HTTPClient(
            baseURL: URL(string: server.url("/v1")),
            transport: HTTPTransport(configuration, clock: clock)
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func theCallEndsWithTheHeadAndTheBodyGoesOn(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { request in
            .send("HTTP/1.1 200 OK\r\nX-Method: \(request.method)\r\nContent-Length: 8\r\n\r\nhalf")
                .then(.hold(hold)).then(.send("full"))
        }
        defer { server.stop() }
        let client = makeClient(server, engine, clock: TestClock())
        let plain = Resource<HTTPStreamedResponse>("large", errorBody: APIError.self)
        #expect(Routes().large == plain)
        let (route, post) = (Routes().large, Routes().export)
        let answers = [
            try await client.response(for: route), try await client.response(for: plain),
            try await client.response(for: post),
        ]
        #expect(answers.map { $0.headers["X-Method"] } == ["GET", "GET", "POST"])
        await client.coordinator.waitUntilIdle()
        #expect(await client.cancelAll() == 0)
        hold.release()
        for answer in answers {
            var bytes = Data()
            for try await chunk in answer.body { bytes += chunk }
            #expect(bytes == Data("halffull".utf8))
        }
        #expect(server.record.requests(to: "/v1/export").first?.text == "all")
        #expect(server.record.peerCloses == 0)
    }

    #if CURL_ENGINE
        @Test func aSlowReaderHoldsTheServerBack() async throws {
            let server = try LoopbackServer { _ in Self.large(128) }
            defer { server.stop() }
            let clock = TestClock()
            let client = makeClient(server, .curl, clock: clock)
            let answer = try await client.response(for: Routes().large)
            var read = Data()
            for try await chunk in answer.body {
                // However long the reader takes, the silence is its own.
                clock.advance(by: .milliseconds(10))
                #expect(answer.body.bufferedBytes <= 1 << 20)
                read += chunk
            }
            let isWhole = read == Data(repeatElement(Self.piece, count: 128).joined())
            #expect(isWhole)
        }
    #endif

    /// What cannot wait says so when it is too much, behind what came.
    @Test func aReaderWhoIsTooSlowForURLSessionHearsOfIt() async throws {
        // Without an end, for what has come already is thrown away after the transfer, not with it.
        let server = try LoopbackServer { _ in
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                .then(.send(Array("10000\r\n".utf8) + Self.piece + Array("\r\n".utf8), times: .max))
        }
        defer { server.stop() }
        let client = makeClient(server, .urlSession, clock: TestClock())
        let answer = try await client.response(for: Routes().large)
        await server.waitForPeerCloses(1)
        var count = 0
        await #expect {
            for try await chunk in answer.body { count += chunk.count }
        } throws: {
            HTTPTransportError.Code.responseTooLarge ~= $0
        }
        // The limit, and the piece that was too much.
        #expect(count > 16 << 20 && count < 20 << 20)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func whoLeavesEarlyEndsTheTransfer(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n").then(.awaitPeerClose)
        }
        defer { server.stop() }
        let client = makeClient(server, engine, clock: TestClock())
        // Unread, read in part, and read by a task that is cancelled.
        do { _ = try await client.response(for: Routes().large) }
        await server.waitForPeerCloses(1)
        do {
            let answer = try await client.response(for: Routes().large)
            for try await _ in answer.body { break }
        }
        await server.waitForPeerCloses(2)
        let begun = Gate()
        let task = Task {
            let answer = try await client.response(for: Routes().large)
            for try await _ in answer.body { begun.open() }
        }
        await begun.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.waitForPeerCloses(3)
        await client.coordinator.waitUntilIdle()
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aCallThatIsCalledOffBeforeTheHeadHasNoBody(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .awaitPeerClose }
        defer { server.stop() }
        let client = makeClient(server, engine, clock: TestClock())
        let task = Task { await client.outcome(of: Routes().large) }
        await server.waitForRequests(to: "/v1/large")
        #expect(await client.cancel(Routes().large) == 1)
        guard case .cancelled(.cancelled) = await task.value else { throw Unexpected() }
        await server.waitForPeerCloses(1)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anErrorIsWholeAndTyped(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .json(#"{"code":17,"message":"Gone"}"#, status: 410) }
        defer { server.stop() }
        let outcome = await makeClient(server, engine, clock: TestClock()).outcome(of: Routes().large)
        guard case .httpError(let error, let body as APIError) = outcome else { throw Unexpected() }
        #expect(error.status == 410)
        #expect(body == APIError(code: 17, message: "Gone"))
    }
}
