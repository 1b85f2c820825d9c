import Foundation
import LoopbackServer
import RequestScheduler
import TestSupport
import Testing

@testable import RequestTransports

/// Forms on their way to a server, on every engine.
@Suite(.timeLimit(.minutes(3)))
struct MultipartUploadTests {
    private func post(_ url: String, _ form: MultipartForm) -> Ask<HTTPResponse> {
        Ask(url, method: .post, body: .multipart(form))
    }

    private func parts(of request: ReceivedRequest?) throws -> [MultipartParser.Part] {
        let request = try #require(request)
        return try MultipartParser.parts(of: request.body, contentType: try #require(request["Content-Type"]))
    }

    /// How often progress said that all is sent, before anything of the answer had come.
    private func completions(of answer: Answer, of total: Int) -> Int {
        answer.progress.count { progress in
            progress.expectedToSend == Int64(total) && progress.sent == Int64(total)
                && progress.received == 0 && progress.expectedToReceive == nil
        }
    }

    @Test(arguments: HTTPTransport.Engine.available, FormCase.all)
    func everyFormArrives(engine: HTTPTransport.Engine, form: FormCase) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let answer = HTTPTransport(.init(engine: engine)).begin(post(server.url("/"), try form.form(in: folder)))
            _ = try await answer.payload()
            let request = try #require(server.record.requests(to: "/").first)
            #expect(try parts(of: request) == form.parts.map(\.parsed))
            let isKnown = form.parts.allSatisfy { part in
                switch part.content {
                case .chunks(_, let isKnown): isKnown
                case .once: false
                case .text, .bytes, .disk: true
                }
            }
            if engine == .curl {
                #expect(request["Content-Length"] == (isKnown ? "\(request.body.count)" : nil))
                #expect(request["Transfer-Encoding"] == (isKnown ? nil : "chunked"))
            }
            #expect(completions(of: answer, of: request.body.count) == 1)
            let sent = answer.progress.map(\.sent)
            #expect(sent == sent.sorted())
            if isKnown { #expect(answer.progress.allSatisfy { $0.expectedToSend == Int64(request.body.count) }) }
        }
    }

    /// A mebibyte of nothing but line breaks, and the ends that a parser may take for a delimiter's.
    @Test(arguments: HTTPTransport.Engine.available)
    func lineBreaksAreContentHoweverMany(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let contents = [
            Data(Array(repeating: [0x0D, 0x0A] as [UInt8], count: 1 << 19).joined()), Data("ends in CR\r".utf8),
            Data("\r\n--other-boundary--\r\n".utf8),
        ]
        let form = MultipartForm(
            contents.map { .file("f", filename: "f", bytes: $0, contentType: "text/plain") },
            boundary: "own-boundary"
        )
        let answer = HTTPTransport(.init(engine: engine)).begin(post(server.url("/"), form))
        _ = try await answer.payload()
        let request = try #require(server.record.requests(to: "/").first)
        #expect(try parts(of: request).map(\.content) == contents.map { Array($0) })
        #expect(request["Content-Length"] == "\(request.body.count)")
        #expect(completions(of: answer, of: request.body.count) == 1)
        let colliding = MultipartForm([.field("f", bytes: contents[2])], boundary: "other-boundary")
        await #expect {
            try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), colliding))
        } throws: {
            HTTPTransportError.Code.unencodableBody ~= $0
        }
        #expect(server.requestCount(for: "/") == 1)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func cancellingClosesTheFile(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        defer { hold.release() }
        let server = try LoopbackServer(answeringHeads: { _ in .awaitRelease(hold).then(.awaitPeerClose) }) { _ in
            .status(200)
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let file = try makeLargeFile(in: folder)
            let transport = HTTPTransport(.init(engine: engine))
            let answer = transport.begin(post(server.url("/"), MultipartForm([.file("f", at: file)])))
            await server.waitForRequests(to: "/")
            answer.cancel()
            hold.release()
            await server.waitForPeerCloses()
            #expect(answer.answers == 0)
            #if os(Linux)
                // The last reader may be on its way out still: it closes what it has opened.
                while try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains(where: {
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file.path
                }) {
                    await Task.yield()
                }
            #endif
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anAnswerBeforeTheBodyIsReadIsTheAnswer(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer(answeringHeads: { _ in .text("too much", status: 413).then(.awaitPeerClose) }) {
            _ in .status(200)
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let file = try makeLargeFile(in: folder)
            let transport = HTTPTransport(.init(engine: engine))
            let error = await #expect(throws: HTTPError.self) {
                try await transport.response(for: post(server.url("/"), MultipartForm([.file("f", at: file)])))
            }
            #expect(error?.status == 413)
            #expect(error?.body == Data("too much".utf8))
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aRedirectHasEveryPartMadeAnew(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { $0.path == "/" ? .redirect(307, to: "/new") : .status(200) }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data("on disk".utf8).write(to: file)
            let form = MultipartForm([
                .field("a", "b"), .file("f", at: file), .file("g", filename: "g") { stream(of: [Data("made".utf8)]) },
            ])
            _ = try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), form))
            let first = try parts(of: server.record.requests(to: "/").first)
            #expect(first.map { String(decoding: $0.content, as: UTF8.self) } == ["b", "on disk", "made"])
            #expect(try parts(of: server.record.requests(to: "/new").first) == first)
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func whatAPartThrowsIsUnderlying(engine: HTTPTransport.Engine) async throws {
        struct Broken: Error {}
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let form = MultipartForm([
            .field("a", "b"),
            .file("f", filename: "f", length: 100) {
                AsyncThrowingStream<Data, any Error> { continuation in
                    continuation.yield(Data("some".utf8))
                    continuation.finish(throwing: Broken())
                }
            },
        ])
        let error = await #expect(throws: HTTPTransportError.self) {
            try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), form))
        }
        #expect(error?.code == .bodyFailed)
        #expect(error?.underlyingError is Broken)
        #expect(server.requestCount(for: "/") == 0)
    }

    /// One part is too short and another too long by as much: the whole has the length that was said.
    @Test(arguments: HTTPTransport.Engine.available)
    func lengthsOfPartsDoNotMakeUpForEachOther(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        let parts = ["ab", "abcd"].map { content in
            MultipartForm.Part.file("f", filename: "f", length: 3) { stream(of: [Data(content.utf8)]) }
        }
        let error = await #expect(throws: HTTPTransportError.self) {
            try await HTTPTransport(.init(engine: engine)).response(for: post(server.url("/"), MultipartForm(parts)))
        }
        #expect(error?.code == .bodyFailed)
        #expect(server.requestCount(for: "/") == 0)
    }
}
