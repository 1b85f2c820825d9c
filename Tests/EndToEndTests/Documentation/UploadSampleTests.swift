import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

struct StoreBackup: HTTPRequest {
    typealias Response = Void
    let file: URL
    var method: HTTPMethod { .put }
    var url: String { "backup" }
    var body: HTTPBody? { .file(file, contentType: "application/gzip") }
}

struct AddPhoto: HTTPRequest {
    typealias Response = Void
    let title: String
    let photo: URL
    let thumbnail: Data
    var method: HTTPMethod { .post }
    var url: String { "photos" }
    var body: HTTPBody? {
        .multipart(
            MultipartForm([
                .field("title", title),
                .field("place", #"{"latitude":52.5}"#, contentType: "application/json"),
                .file("photo", at: photo, contentType: "image/jpeg"),
                .file("thumbnail", filename: "small.png", bytes: thumbnail, contentType: "image/png"),
            ])
        )
    }
}

/// The samples of the article on uploads, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct UploadSampleTests {
    private let printed = Log<String>()

    private func print(_ text: String) { printed.append(text) }

    private func coordinator(_ server: LoopbackServer) -> RequestCoordinator {
        RequestCoordinator(transports: [HTTPTransport(.init(baseURL: URL(string: server.url("/"))))])
    }

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(repeating: 7, count: 200_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }  // It is in the temporary folder anyway.
        try await body(file)
    }

    @Test func aFileIsSent() async throws {
        let server = try LoopbackServer { _ in .status(201) }
        defer { server.stop() }
        let coordinator = coordinator(server)
        func send(_ file: URL) async throws {
            do {
                try await coordinator.response(for: StoreBackup(file: file))
            } catch HTTPTransportError.Code.fileUnreadable {
                print("There is no such file")
            } catch HTTPTransportError.Code.fileVanished {
                print("Somebody has removed it meanwhile")
            } catch HTTPTransportError.Code.fileChanged {
                print("Somebody has written to it meanwhile")
            }
        }
        try await withFile { file in
            try await send(file)
            #expect(server.record.requests(to: "/backup").first?.body.count == 200_000)
            #expect(printed.all.isEmpty)
            try await send(file.appendingPathExtension("missing"))
            #expect(printed.all == ["There is no such file"])
        }
    }

    @Test func aFormIsSentAndWatched() async throws {
        let server = try LoopbackServer { _ in .status(201) }
        defer { server.stop() }
        let coordinator = coordinator(server)
        try await withFile { photo in
            let thumbnail = Data("small".utf8)
            let add = AddPhoto(title: "Sea", photo: photo, thumbnail: thumbnail)
            for try await element in coordinator.responses(for: add, includingProgress: true) {
                if case .progress(let progress) = element, let all = progress.expectedToSend {
                    print("\(progress.sent) of \(all) bytes")
                }
            }
            let request = try #require(server.record.requests(to: "/photos").first)
            let parts = try MultipartParser.parts(of: request.body, contentType: try #require(request["Content-Type"]))
            #expect(parts.map(\.name) == ["title", "place", "photo", "thumbnail"])
            #expect(parts.map(\.filename) == [nil, nil, photo.lastPathComponent, "small.png"])
            #expect(parts.map(\.content.count) == [3, 17, 200_000, 5])
            #expect(printed.all.last == "\(request.body.count) of \(request.body.count) bytes")
        }
    }

    @Test func anAnswerIsPassedOn() async throws {
        let server = try LoopbackServer { .status(200, body: $0.method == "GET" ? Array("passed on".utf8) : $0.body) }
        defer { server.stop() }
        struct Download: HTTPRequest {
            typealias Response = HTTPStreamedResponse
            var url: String { "from" }
        }
        struct Upload: HTTPRequest {
            typealias Response = Data
            let body: HTTPBody?
            var method: HTTPMethod { .post }
            var url: String { "to" }
        }
        func copy(_ answer: HTTPStreamedResponse) -> HTTPBody {
            .stream(once: answer.body)
        }
        let coordinator = coordinator(server)
        let body = copy(try await coordinator.response(for: Download()))
        #expect(!body.isReplayable)
        #expect(try await coordinator.response(for: Upload(body: body)) == Data("passed on".utf8))
        await #expect { try await coordinator.response(for: Upload(body: body)) } throws: {
            HTTPTransportError.Code.bodyNotReplayable ~= $0
        }
    }

    @Test func aRetryIsDecided() {
        func mayRetry(_ error: HTTPTransportError, _ method: HTTPMethod, _ body: HTTPBody?) -> Bool {
            error.allowsRetry(of: method, replayingBody: body?.isReplayable ?? true)
        }
        let once = HTTPBody.stream(once: AsyncStream<Data> { $0.finish() })
        #expect(mayRetry(HTTPTransportError(.connectionLost), .put, .text("again")))
        #expect(!mayRetry(HTTPTransportError(.connectionLost), .put, once))
        #expect(mayRetry(HTTPTransportError(.cannotConnect), .post, .text("again")))
        #expect(!mayRetry(HTTPTransportError(.cannotConnect), .post, once))
    }

    @Test func aFormIsBuilt() {
        let photo = URL(filePath: "/photo.jpg")
        var form = MultipartForm([.field("title", "Holiday")])
        form.append(.file("photo", at: photo, contentType: "image/jpeg"))
        let body = HTTPBody.multipart(form)
        #expect(body.contentType.hasPrefix("multipart/form-data; boundary="))
        #expect(form.parts.map(\.filename) == [nil, "photo.jpg"])
    }
}
