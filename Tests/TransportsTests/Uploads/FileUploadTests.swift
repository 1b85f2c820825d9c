import Foundation
import LoopbackServer
import RequestScheduler
import TestSupport
import Testing

@testable import RequestTransports

/// Files that are sent from disk, and what can happen to them meanwhile.
@Suite(.timeLimit(.minutes(3)))
struct FileUploadTests {
    /// What is done to a file between the moment its length is stated and the end of sending.
    enum Change: CaseIterable, Sendable {
        case vanishes, shrinks, grows, isEmptied, isWrittenTo, isReplaced, becomesAFolder, becomesAPipe

        /// What the request ends with.
        var code: HTTPTransportError.Code { self == .vanishes ? .fileVanished : .fileChanged }

        func happen(to file: URL) throws {
            let files = FileManager.default
            switch self {
            case .vanishes: try files.removeItem(at: file)
            case .shrinks: try write { try $0.truncate(atOffset: 399_999) }
            case .isEmptied: try write { try $0.truncate(atOffset: 0) }
            case .grows:
                try write {
                    try $0.seekToEnd()
                    try $0.write(contentsOf: Data("x".utf8))
                }
            case .isWrittenTo:
                try write { try $0.write(contentsOf: Data("x".utf8)) }
                // As if some time had gone by since: clocks of file systems are coarse.
                try files.setAttributes([.modificationDate: Date(timeIntervalSinceNow: 10)], ofItemAtPath: file.path)
            case .isReplaced:
                let other = file.appendingPathExtension("new")
                try Data(count: 400_000).write(to: other)
                guard rename(other.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            case .becomesAFolder:
                try files.removeItem(at: file)
                try files.createDirectory(at: file, withIntermediateDirectories: false)
            case .becomesAPipe:
                // Whoever waited for its other end would wait for ever.
                try files.removeItem(at: file)
                guard mkfifo(file.path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
            }
            func write(_ body: (FileHandle) throws -> Void) throws {
                let handle = try FileHandle(forUpdating: file)
                try body(handle)
                try handle.close()
            }
        }
    }

    private static let content = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private func withFile<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "the secret path")
            try Self.content.write(to: file)
            return try await body(file)
        }
    }

    private func put(_ server: LoopbackServer, _ body: HTTPBody) -> Ask<HTTPResponse> {
        Ask(server.url("/"), method: .put, body: body)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aFileArrives(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { .status(200, body: $0.body) }
        defer { server.stop() }
        try await withFile { file in
            let answer = HTTPTransport(.init(engine: engine)).begin(put(server, .file(file, contentType: "image/png")))
            let response = try #require(try await answer.payload() as? HTTPResponse)
            #expect(response.body == Self.content)
            let request = try #require(server.record.requests(to: "/").first)
            #expect(request["Content-Type"] == "image/png")
            #expect(request["Content-Length"] == "400000")
            #expect(
                answer.progress.count { $0.sent == 400_000 && $0.received == 0 && $0.expectedToReceive == nil } == 1
            )
            #expect(answer.progress.allSatisfy { $0.expectedToSend == 400_000 })
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anEmptyFileIsAnEmptyBody(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { .text("\($0.body.count)") }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "empty")
            try Data().write(to: file)
            let response = try await HTTPTransport(.init(engine: engine)).response(for: put(server, .file(file)))
            #expect(response.body == Data("0".utf8))
            #expect(server.record.requests(to: "/").first?["Content-Length"] == "0")
        }
    }

    @Test func whatIsNoFileIsRefusedBeforeAnythingIsSent() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let secret = folder.appending(path: "the secret path")
            let pipe = folder.appending(path: "pipe")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            let others = [secret, folder, pipe, try #require(URL(string: "http://a.example/the%20secret%20path"))]
            for body in others.flatMap({ [HTTPBody.file($0), .multipart(MultipartForm([.file("f", at: $0)]))] }) {
                let error = await #expect(throws: HTTPTransportError.self) {
                    try await HTTPTransport().response(for: put(server, body))
                }
                #expect(error?.code == .fileUnreadable)
                #expect(error?.isUnprocessed == true)
                #expect(error?.underlyingError is POSIXError)
                for text in ["\(error as Any)", "\(error?.underlyingError as Any)", error?.localizedDescription ?? ""] {
                    #expect(!text.contains("secret") && !text.contains(folder.lastPathComponent))
                }
            }
        }
        #expect(server.record.connections == 0)
    }

    @Test(arguments: Change.allCases)
    func aChangeBeforeSendingIsFound(change: Change) async throws {
        try await withFile { file in
            let upload = try UploadFile(file).upload
            try change.happen(to: file)
            let error = await #expect(throws: HTTPTransportError.self) { try await upload.collect(atMost: 1 << 20) }
            #expect(error?.code == change.code)
            #expect(error?.description.contains("secret") == false)
        }
    }

    @Test(arguments: Change.allCases)
    func aChangeWhileSendingIsFoundBeforeTheBodyIsWhole(change: Change) async throws {
        try await withFile { file in
            let upload = try UploadFile(file).upload
            var sent = 0
            let error = await #expect(throws: HTTPTransportError.self) {
                try await upload.produce { chunk throws(HTTPTransportError) in
                    if sent == 0 {
                        do { try change.happen(to: file) } catch { Issue.record(error) }
                    }
                    sent += chunk.count
                }
            }
            #expect(error?.code == change.code)
            #expect(sent > 0 && sent < 400_000)
        }
    }

    /// On curl while it is sent; where it is collected first, between one sending and the next.
    @Test(arguments: HTTPTransport.Engine.available, Change.allCases)
    func theServerNeverTakesAChangedFileForWhole(engine: HTTPTransport.Engine, change: Change) async throws {
        let begun = try Hold()
        defer { begun.release() }
        let server = try LoopbackServer(
            answeringHeads: { $0.path == "/held" ? .awaitRelease(begun).then(.readBody()).then(.text("whole")) : nil }
        ) { request in
            request.path == "/moved" ? .hold(begun).then(.redirect(307, to: "/")) : .text("whole")
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            // Some of it is read after the change.
            let file = try makeLargeFile(in: folder)
            let form = MultipartForm([.field("a", "b"), .file("f", at: file), .field("c", "d")])
            let path = engine == .curl ? "/held" : "/moved"
            let transport = HTTPTransport(.init(engine: engine))
            let answer = transport.begin(Ask(server.url(path), method: .put, body: .multipart(form)))
            await server.waitForRequests(to: path)
            try change.happen(to: file)
            begun.release()
            let error = await #expect(throws: HTTPTransportError.self) { try await answer.payload() }
            #expect(error?.code == change.code)
            #expect(error?.isUnprocessed == false)
            #expect(server.requestCount(for: "/") == 0)
        }
    }

    @Test func aFileWhoseFolderGivesWayToAFileHasVanished() async throws {
        try await withTemporaryFolder { folder in
            let parent = folder.appending(path: "parent")
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
            let file = parent.appending(path: "file")
            try Self.content.write(to: file)
            let upload = try UploadFile(file).upload
            try FileManager.default.removeItem(at: parent)
            try Data().write(to: parent)
            let error = await #expect(throws: HTTPTransportError.self) { try await upload.collect(atMost: 1 << 20) }
            #expect(error?.code == .fileVanished)
            #expect((error?.underlyingError as? POSIXError)?.code == .ENOTDIR)
        }
    }

    @Test(.enabled(if: getuid() != 0, "Root may read everything"))
    func aFileThatMayNotBeReadIsToldFromOneThatChanged() async throws {
        try await withFile { file in
            let upload = try UploadFile(file).upload
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
            let error = await #expect(throws: HTTPTransportError.self) { try await upload.collect(atMost: 1 << 20) }
            #expect(error?.code == .fileUnreadable)
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aRedirectHasTheFileReadAnew(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            request.path == "/" ? .redirect(308, to: "/new") : .status(200, body: request.body)
        }
        defer { server.stop() }
        try await withFile { file in
            let answer = HTTPTransport(.init(engine: engine)).begin(put(server, .file(file)))
            let response = try #require(try await answer.payload() as? HTTPResponse)
            #expect(response.body == Self.content)
            #expect(
                answer.progress.count { $0.sent == 400_000 && $0.received == 0 && $0.expectedToReceive == nil } == 1
            )
        }
    }
}
