import Foundation
import LoopbackServer
import RequestScheduler
import TestSupport
import Testing

@testable import RequestTransports

@Suite(.timeLimit(.minutes(3)))
struct BodyQueueTests {
    private func describe(_ read: BodyQueue<Int>.Read) -> String {
        switch read {
        case .chunk(let chunk, let resumes): "\(chunk.count)\(resumes ? ", resumes" : "")"
        case .end: "end"
        case .failure: "failure"
        case .nothing: "waits"
        }
    }

    @Test func chunksComeInTheirOrderThenTheEnd() {
        var queue = BodyQueue<Int>()
        #expect(queue.push(Data(count: 1)) == nil)
        #expect(queue.push(Data()) == nil)
        #expect(queue.push(Data(count: 2)) == nil)
        #expect(queue.finish(.success(())) == nil)
        #expect(queue.push(Data(count: 3)) == nil)
        #expect(
            [queue.read(1), queue.read(2), queue.read(3), queue.read(4)].map(describe) == ["1", "2", "end", "end"]
        )
        #expect(queue.count == 0)
    }

    @Test func aFailureIsToldOnceBehindWhatCame() {
        var queue = BodyQueue<Int>()
        _ = queue.push(Data(count: 1))
        _ = queue.finish(.failure(CancellationError()))
        _ = queue.finish(.success(()))
        let reads = (1...3).map { describe(queue.read($0)) }
        #expect(reads == ["1", "failure", "end"])
    }

    @Test func whoWaitsIsToldOnce() {
        var queue = BodyQueue<Int>()
        let first = queue.read(7)
        let pushed = [queue.push(Data(count: 1)), queue.leave()]
        #expect(describe(first) == "waits")
        #expect(pushed == [7, nil])
        #expect(queue.count == 0)
        _ = queue.read(8)
        let left = [queue.leave(), queue.leave()]
        #expect(left == [8, nil])
        _ = queue.read(9)
        let ended = queue.finish(.success(()))
        #expect(ended == 9)
    }

    @Test func aFullOneResumesWhenItIsAlmostEmpty() {
        var queue = BodyQueue<Int>()
        let size = 64 << 10
        var pushed = 0
        while queue.hasRoom(), queue.push(Data(count: size)) == nil { pushed += 1 }
        #expect(pushed == 8)
        #expect(queue.count == BodyQueue<Int>.highWater)
        let reads = (0..<8).map { describe(queue.read($0)) }
        #expect(reads == ["65536", "65536", "65536", "65536", "65536", "65536, resumes", "65536", "65536"])
        let hasRoom = queue.hasRoom()
        #expect(hasRoom)
    }
}

@Suite(.timeLimit(.minutes(3)))
struct HTTPStreamingTests {
    struct Download: HTTPRequest {
        typealias Response = HTTPStreamedResponse
        let url: String
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n"

    private func text(_ body: HTTPResponseBody) async throws -> String {
        var bytes = Data()
        for try await chunk in body { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func theHeadComesBeforeTheBody(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { request in
            request.path == "/old"
                ? .redirect(302, to: "/new") : .send(Self.head + "half").then(.hold(hold)).then(.send("full"))
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let answer = try await transport.response(for: Download(url: server.url("/old")))
        #expect(answer.status == 200)
        #expect(answer.url == server.url("/new"))
        #expect(answer.headers["Content-Length"] == "8")
        hold.release()
        #expect(try await text(answer.body) == "halffull")
        await #expect { try await text(answer.body) } throws: { HTTPTransportError.Code.bodyAlreadyRead ~= $0 }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aLossIsThrownBehindWhatCame(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .send(Self.head + "half").then(.close) }
        defer { server.stop() }
        let answer = try await HTTPTransport(.init(engine: engine)).response(for: Download(url: server.url("/")))
        var came = Data()
        await #expect {
            for try await chunk in answer.body { came += chunk }
        } throws: {
            HTTPTransportError.Code.incompleteBody ~= $0
        }
        #expect(came == Data("half".utf8))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func whatIsNotAcceptedIsAWholeError(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .text("gone", status: 404) }
        defer { server.stop() }
        let error = try await #require(throws: HTTPError.self) {
            try await HTTPTransport(.init(engine: engine)).response(for: Download(url: server.url("/")))
        }
        #expect(error.body == Data("gone".utf8))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func droppingTheBodyEndsTheTransfer(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .send(Self.head + "half").then(.awaitPeerClose) }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        do { _ = try await transport.response(for: Download(url: server.url("/unread"))) }
        await server.waitForPeerCloses(1)
        do {
            let answer = try await transport.response(for: Download(url: server.url("/begun")))
            for try await _ in answer.body { break }
        }
        await server.waitForPeerCloses(2)
        withExtendedLifetime(transport) {}
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aCancelledReaderHearsOfIt(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .send(Self.head + "half").then(.awaitPeerClose) }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let begun = Gate()
        let task = Task {
            let answer = try await transport.response(for: Download(url: server.url("/")))
            for try await _ in answer.body { begun.open() }
        }
        await begun.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.waitForPeerCloses(1)
        withExtendedLifetime(transport) {}
    }

    #if CURL_ENGINE
        @Test func aSlowReaderHoldsTheTransferBack() async throws {
            let size = 64 << 20
            let piece = [UInt8](repeating: 7, count: 1 << 20)
            let sent = Counter()
            let server = try LoopbackServer { _ in
                let head = ServerScript.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                sent.increment()
                return (0..<64).reduce(head) { script, _ in script.then(.send(piece)) }
            }
            defer { server.stop() }
            let clock = TestClock()
            let transport = HTTPTransport(.init(engine: .curl, idleTimeout: .seconds(1)), clock: clock)
            let answer = try await transport.response(for: Download(url: server.url("/large")))
            var iterator = answer.body.makeAsyncIterator()
            var count = try #require(await iterator.next()).count
            // However long the reader takes, the silence is its own.
            await clock.waitForSleepers()
            while let chunk = try await iterator.next() {
                count += chunk.count
                clock.advance(by: .milliseconds(1))
                #expect(answer.body.bufferedBytes <= BodyQueue<Int>.highWater + (256 << 10))
            }
            #expect(count == size)
        }

        @Test func codedBodiesAreStreamedToo() async throws {
            let packed = HTTPContentCodingTests.packed
            let server = try LoopbackServer { request in
                let bytes = request.path == "/cut" ? Array(packed.dropLast()) : packed
                return .status(200, headers: ["Content-Encoding": "gzip"], body: bytes)
            }
            defer { server.stop() }
            let transport = HTTPTransport(.init(engine: .curl))
            let whole = try await transport.response(for: Download(url: server.url("/whole")))
            #expect(whole.headers["Content-Encoding"] == nil)
            #expect(try await text(whole.body) == "hello hello hello hello")
            let cut = try await transport.response(for: Download(url: server.url("/cut")))
            await #expect { try await text(cut.body) } throws: { HTTPTransportError.Code.incompleteBody ~= $0 }
        }
    #endif

    @Test func theCoordinatorGivesItLikeAnyOther() async throws {
        let server = try LoopbackServer { _ in .text("content") }
        defer { server.stop() }
        let coordinator = RequestCoordinator(transports: [HTTPTransport()])
        let answer = try await coordinator.response(for: Download(url: server.url("/")))
        #expect(try await text(answer.body) == "content")
    }
}
