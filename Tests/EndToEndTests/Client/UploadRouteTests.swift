import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// Routes that send files, over real connections: what arrives, what is told meanwhile, and files that do not stay.
@Suite(.timeLimit(.minutes(3)))
struct UploadRouteTests {
    struct Unexpected: Error {}

    struct Routes {
        @UPLOAD var file: Resource<Void>
        @UPLOAD var form: Resource<EmptyBody>

        init(_ file: URL) {
            _file = UPLOAD("file", body: .file(file, contentType: "image/png"))
            let parts: [MultipartForm.Part] = [
                .field("title", "Größe \"7\"\n"),
                .file("photo", at: file, filename: "a\"b.png", contentType: "image/png"),
                .field("last", ""),
            ]
            _form = UPLOAD("form", body: .multipart(MultipartForm(parts)))
        }
    }

    private func withFile(of size: Int, _ body: (URL, Data) async throws -> Void) async throws {
        let file = URL.temporaryDirectory.appending(path: "upload-\(UInt64.random(in: 0 ... .max))")
        let block = Data((0..<65521).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
        var content = Data()
        while content.count < size { content += block.prefix(size - content.count) }
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }  // It may have vanished, and is a temporary one anyway.
        try await body(file, content)
    }

    private func makeClient(
        _ server: LoopbackServer,
        _ engine: HTTPTransport.Engine,
        clock: any Clock<Duration> = TestClock()
    ) -> HTTPClient {
        HTTPClient(
            baseURL: URL(string: server.url("")),
            transport: HTTPTransport(.init(engine: engine), clock: clock),
            options: HTTPOptions(timeout: .seconds(30))
        )
    }

    /// The progress of a call whose answer waits until everything is said to be sent.
    private func progress<Response>(
        of resource: Resource<Response>,
        by client: HTTPClient,
        letting hold: Hold
    ) async throws -> [TransferProgress] {
        var all: [TransferProgress] = []
        var answers = 0
        for try await element in client.responses(to: resource, includingProgress: true) {
            switch element {
            case .progress(let progress):
                all.append(progress)
                if progress.sent == progress.expectedToSend { hold.release() }
            case .fetched: answers += 1
            case .stored: throw Unexpected()
            }
        }
        #expect(answers == 1)
        return all
    }

    private func check(_ progress: [TransferProgress], total: Int) {
        #expect(!progress.isEmpty)
        #expect(progress.allSatisfy { $0.expectedToSend == Int64(total) })
        #expect(progress.map(\.sent) == progress.map(\.sent).sorted())
        #expect(progress.last?.sent == Int64(total))
    }

    /// Sizes that are collected in memory and in a file where the engine needs the whole.
    @Test(arguments: HTTPTransport.Engine.available, [1, 70_000, 1_200_000])
    func everythingArrivesAndIsCounted(engine: HTTPTransport.Engine, size: Int) async throws {
        let holds = ["/file": try Hold(), "/form": try Hold()]
        let server = try LoopbackServer { request in
            holds[request.path].map { .hold($0).then(.status(204)) } ?? .status(404)
        }
        defer { server.stop() }
        let client = makeClient(server, engine)
        try await withFile(of: size) { file, content in
            let routes = Routes(file)
            let sent = try await progress(of: routes.file, by: client, letting: #require(holds["/file"]))
            check(sent, total: size)
            let plain = try #require(server.record.requests(to: "/file").first)
            #expect(plain.method == "POST")
            #expect(plain["Content-Type"] == "image/png")
            #expect(plain["Content-Length"] == "\(size)")
            #expect(Data(plain.body) == content)

            let formSent = try await progress(of: routes.form, by: client, letting: #require(holds["/form"]))
            let request = try #require(server.record.requests(to: "/form").first)
            check(formSent, total: request.body.count)
            #expect(request["Content-Length"] == "\(request.body.count)")
            let parts = try MultipartParser.parts(of: request.body, contentType: request["Content-Type"] ?? "")
            #expect(parts.map(\.name) == ["title", "photo", "last"])
            #expect(parts.map(\.filename) == [nil, "a%22b.png", nil])
            #expect(parts[0].content == Array("Größe \"7\"\r\n".utf8))
            #expect(Data(parts[1].content) == content)
            #expect(parts[2].content.isEmpty)
        }
        await client.coordinator.waitUntilIdle()
    }

    // MARK: Files that do not stay

    /// What becomes of a file, and what the call ends with.
    enum Fate: CaseIterable, Sendable {
        case vanishes, changes

        var code: HTTPTransportError.Code { self == .vanishes ? .fileVanished : .fileChanged }

        func befall(_ file: URL) throws {
            guard self == .changes else { return try FileManager.default.removeItem(at: file) }
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("more".utf8))
            try handle.close()
        }
    }

    private func expect(_ code: HTTPTransportError.Code, _ outcome: HTTPOutcome<some Sendable>) {
        guard case .failure(let error as HTTPTransportError) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == code)
        #expect(!"\(error)".contains("upload-"))
    }

    /// The clock stands, so that what ends ends by itself.
    @Test(arguments: HTTPTransport.Engine.available)
    func aFileThatIsNotThereIsToldBeforeAnythingIsSent(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let client = makeClient(server, engine, clock: TestClock())
        try await withFile(of: 10) { file, _ in
            let routes = Routes(file)
            try FileManager.default.removeItem(at: file)
            expect(.fileUnreadable, await client.outcome(of: routes.file))
            expect(.fileUnreadable, await client.outcome(of: routes.form))
        }
        #expect(server.record.connections == 0)
    }

    /// Its length is stated, and then, before it is opened, the part in front of it has something happen to it.
    @Test(arguments: HTTPTransport.Engine.available, Fate.allCases)
    func aFileThatDoesNotStayUntilItIsReadIsItsOwnError(engine: HTTPTransport.Engine, fate: Fate) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let client = makeClient(server, engine, clock: TestClock())
        try await withFile(of: 200_000) { file, _ in
            let first = MultipartForm.Part.file("first", filename: "first") {
                AsyncThrowingStream<Data, any Error> {
                    try fate.befall(file)
                    return nil
                }
            }
            let form = MultipartForm([first, .file("second", at: file)])
            expect(fate.code, await client.outcome(of: Resource<Void>(.post, "form", body: .multipart(form))))
        }
        #expect(server.requestCount(for: "/form") == 0)
        await client.coordinator.waitUntilIdle()
    }

    /// While it is sent; where it is collected first, between one sending and the next.
    @Test(arguments: HTTPTransport.Engine.available, Fate.allCases)
    func aFileThatDoesNotStayWhileItIsSentIsItsOwnError(engine: HTTPTransport.Engine, fate: Fate) async throws {
        let hold = try Hold()
        let server = try LoopbackServer(
            answeringHeads: { request in
                guard request.path == "/file", engine == .curl else { return nil }
                return .awaitRelease(hold).then(.readBody()).then(.status(204))
            }
        ) { request in
            request.path == "/file" ? .hold(hold).then(.redirect(307, to: "/again")) : .status(204)
        }
        defer {
            hold.release()
            server.stop()
        }
        let client = makeClient(server, engine, clock: TestClock())
        try await withFile(of: 16 << 20) { file, _ in
            let task = Task { await client.outcome(of: Routes(file).file) }
            await server.waitForRequests(to: "/file")
            try fate.befall(file)
            hold.release()
            expect(fate.code, await task.value)
        }
        #expect(server.requestCount(for: "/again") == 0)
        await client.coordinator.waitUntilIdle()
    }

    /// A source that gives nothing ends with its request's time, however long it would take.
    @Test(arguments: HTTPTransport.Engine.available)
    func aSourceThatHangsEndsWithTheTimeOfItsRequest(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let clock = TestClock()
        let client = makeClient(server, engine, clock: clock)
        let begun = Gate()
        let part = MultipartForm.Part.file("f", filename: "f") {
            begun.open()
            return AsyncStream<Data>.makeStream().stream
        }
        let resource = Resource<Void>(.post, "form", body: .multipart(MultipartForm([part])))
        async let outcome = client.outcome(of: resource)
        await begun.pass()
        clock.advance(by: .seconds(31))
        guard case .failure(let error as HTTPTransportError) = await outcome else { throw Unexpected() }
        #expect(error.code == .timedOut)
        #expect(error.timeout == .total)
    }
}
