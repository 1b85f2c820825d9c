import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import RequestTransports

@Suite(.timeLimit(.minutes(3)))
struct UploadQueueTests {
    private func pull(_ queue: inout UploadQueue<Int>, _ size: Int = 4) -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        let (pull, waiter) = queue.pull(into: buffer)
        let text =
            switch pull {
            case .bytes(let count): String(decoding: buffer.prefix(count), as: UTF8.self)
            case .nothing: "nothing"
            case .end: "end"
            case .failure: "failure"
            }
        return waiter.map { "\(text), wakes \($0)" } ?? text
    }

    @Test func bytesComeInTheirOrderHoweverTheyAreCut() {
        var queue = UploadQueue<Int>()
        for text in ["ab", "", "cdefg", "h"] { _ = queue.push(Data(text.utf8)) }
        _ = queue.finish(.success(()))
        let lateIsIgnored = !queue.push(Data("late".utf8)) && !queue.finish(.failure(HTTPTransportError(.cancelled)))
        #expect(lateIsIgnored)
        let pulled = (0..<4).map { _ in pull(&queue) }
        #expect(pulled == ["abcd", "efgh", "end", "end"])
        #expect(queue.count == 0)
    }

    @Test func whoHadNothingIsToldOnce() {
        var queue = UploadQueue<Int>()
        let early = queue.push(Data("a".utf8))
        let pulled = [pull(&queue), pull(&queue)]
        let told = [queue.push(Data("b".utf8)), queue.push(Data("c".utf8))]
        #expect(!early)
        #expect(pulled == ["a", "nothing"])
        #expect(told == [true, false])
        #expect(pull(&queue) == "bc")
        #expect(pull(&queue) == "nothing")
        let isTold = queue.finish(.failure(HTTPTransportError(.cancelled)))
        #expect(isTold)
        #expect(pull(&queue) == "failure")
    }

    @Test func aQuickSourceWaits() {
        var queue = UploadQueue<Int>()
        var pushed = 0
        while queue.hasRoom(for: 7) {
            _ = queue.push(Data(count: 100_000))
            pushed += 1
        }
        #expect(pushed == 3)
        #expect(!pull(&queue, 10_000).contains("wakes"))
        #expect(pull(&queue, 100_000).hasSuffix("wakes 7"))
        let nobody = queue.leave()
        #expect(nobody == nil)
    }
}

/// Bodies that are made while they are sent.
@Suite(.timeLimit(.minutes(3)))
struct HTTPUploadTests {
    struct Broken: Error {}

    private static let chunks = (0..<40).map { Data(repeating: UInt8($0), count: 10_000) }

    /// A source of these chunks, which ends or throws.
    private static func source(_ chunks: [Data] = chunks, then error: (any Error)? = nil)
        -> @Sendable ()
        -> AsyncThrowingStream<Data, any Error>
    {
        {
            AsyncThrowingStream { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish(throwing: error)
            }
        }
    }

    private func post(_ url: String, _ body: HTTPBody) -> Ask<HTTPResponse> { Ask(url, method: .post, body: body) }

    @Test(arguments: HTTPTransport.Engine.available, [nil, 400_000])
    func bodiesArriveWithAndWithoutALength(engine: HTTPTransport.Engine, length: Int?) async throws {
        let server = try LoopbackServer { .status(200, body: $0.body) }
        defer { server.stop() }
        let body = HTTPBody.stream(length: length, contentType: "text/plain", Self.source())
        let response = try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), body))
        #expect(response.body == Self.chunks.reduce(Data(), +))
        let request = try #require(server.record.requests(to: "/").first)
        #expect(request["Content-Type"] == "text/plain")
        if engine == .curl {
            #expect(request["Content-Length"] == length.map(String.init))
            #expect(request["Transfer-Encoding"] == (length == nil ? "chunked" : nil))
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anEmptySourceIsAnEmptyBody(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { .text("\($0.body.count)") }
        defer { server.stop() }
        let body = HTTPBody.stream(Self.source([]))
        let response = try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), body))
        #expect(response.body == Data("0".utf8))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func whatTheSourceThrowsIsUnderlying(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let body = HTTPBody.stream(Self.source(then: Broken()))
        let error = try await #require(throws: HTTPTransportError.self) {
            try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), body))
        }
        #expect(error.code == .bodyFailed)
        #expect(error.underlyingError is Broken)
        #expect(!error.allowsRetry(of: .put))
        #expect(server.requestCount(for: "/") == 0)
    }

    @Test(arguments: HTTPTransport.Engine.available, [399_999, 400_001, 390_000, 5])
    func anotherLengthThanWasSaidIsAFailure(engine: HTTPTransport.Engine, length: Int) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let body = HTTPBody.stream(length: length, Self.source())
        await #expect {
            try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), body))
        } throws: {
            HTTPTransportError.Code.bodyFailed ~= $0
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aRedirectThatKeepsTheBodyHasItMadeAnew(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/kept": .redirect(307, to: "/new")
            case "/dropped": .redirect(303, to: "/new")
            default: .text("\(request.method) \(request.body.count)")
            }
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let body = HTTPBody.stream(Self.source())
        let kept = try await transport.response(for: post(server.url("/kept"), body))
        let dropped = try await transport.response(for: post(server.url("/dropped"), body))
        #expect(kept.body == Data("POST 400000".utf8))
        #expect(dropped.body == Data("GET 0".utf8))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func cancellingEndsTheSource(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let (begun, ended) = (Gate(), Gate())
        let body = HTTPBody.stream {
            AsyncStream<Data> { continuation in
                continuation.onTermination = { _ in ended.open() }
                continuation.yield(Data("first".utf8))
                begun.open()
            }
        }
        let transport = HTTPTransport(.init(engine: engine))
        let answer = transport.begin(post(server.url("/"), body))
        await begun.pass()
        answer.cancel()
        await ended.pass()
        #expect(answer.answers == 0)
        #expect(server.requestCount(for: "/") == 0)
        withExtendedLifetime(transport) {}
    }

    #if CURL_ENGINE
        private func exchange(_ url: String, _ upload: HTTPUpload) throws -> HTTPExchange {
            HTTPExchange(method: .put, url: try #require(URL(string: url)), upload: upload)
        }

        @Test func chunksAreSentWhenTheyAreThere() async throws {
            let server = try LoopbackServer { .text($0.text) }
            defer { server.stop() }
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            let events = EngineEvents()
            let engine = CurlEngine()
            _ = engine.start(try exchange(server.url("/"), HTTPUpload { stream }), informing: events)
            for (index, text) in ["a", "b", "c"].enumerated() {
                // It has nothing to send, and stays so until there is something.
                await events.waits.reach(index + 1)
                #expect(events.sent.last ?? 0 == index)
                continuation.yield(Data(text.utf8))
            }
            await events.waits.reach(4)
            continuation.finish()
            await events.ends.reach(1)
            #expect(events.body == Data("abc".utf8))
            #expect(events.errors.isEmpty)
        }

        @Test func aBodyIsNeverCutWhereTheKeptConnectionDies() async throws {
            let server = try LoopbackServer { request in
                request.method == "GET" ? .text("kept").then(.close) : .text("\(request.body.count)")
            }
            defer { server.stop() }
            let engine = CurlEngine()
            for _ in 0..<20 {
                let primed = EngineEvents()
                let url = try #require(URL(string: server.url("/prime")))
                _ = engine.start(HTTPExchange(method: .get, url: url), informing: primed)
                await primed.ends.reach(1)
                let events = EngineEvents()
                let upload = HTTPUpload(Self.source())
                _ = engine.start(try exchange(server.url("/put"), upload), informing: events)
                await events.ends.reach(1)
                // Made anew on another connection, or lost where libcurl had sent some of it; never less than the whole.
                #expect(events.errors == [.connectionLost] || events.body == Data("400000".utf8))
            }
        }
    #endif
}
