import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import Testing

/// The samples of the article on engines, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct EngineSampleTests {
    @Test func anOptionIsRefused() throws {
        var isRefused = false
        func print(_ text: String) { isRefused = true }
        let configuration = HTTPTransport.Configuration(engine: .urlSession, connectTimeout: .seconds(5))
        do {
            try configuration.validate()
        } catch HTTPTransportError.Code.unsupportedOption {
            print("This engine cannot tell when it is connected")
        }
        #expect(isRefused)
    }

    @Test func aRetryIsDecided() {
        func mayRetry(_ error: any Error, of method: HTTPMethod) -> Bool {
            (error as? HTTPTransportError)?.allowsRetry(of: method) ?? false
        }
        #expect(mayRetry(HTTPTransportError(.cannotConnect), of: .post))
        #expect(!mayRetry(HTTPTransportError(.connectionLost), of: .post))
        #expect(!mayRetry(CancellationError(), of: .get))
    }

    @Test func aLargeBodyIsRead() async throws {
        let server = try LoopbackServer { _ in .status(200, body: [UInt8](repeating: 1, count: 100_000)) }
        defer { server.stop() }
        struct Download: HTTPRequest {
            typealias Response = HTTPStreamedResponse
            var url: String { "large" }
        }
        let base = URL(string: server.url("/"))
        let coordinator = RequestCoordinator(transports: [HTTPTransport(.init(baseURL: base))])
        var size = 0
        let answer = try await coordinator.response(for: Download())
        for try await chunk in answer.body { size += chunk.count }
        #expect(size == 100_000)
    }

    @Test func aLargeBodyIsSent() async throws {
        let server = try LoopbackServer { .text("\($0.body.count)") }
        defer { server.stop() }
        struct Upload: HTTPRequest {
            typealias Response = HTTPResponse
            let parts: [Data]
            var method: HTTPMethod { .put }
            var url: String { "large" }
            var body: HTTPBody? {
                .stream {
                    AsyncStream { continuation in
                        for part in parts { continuation.yield(part) }
                        continuation.finish()
                    }
                }
            }
        }
        let base = URL(string: server.url("/"))
        let coordinator = RequestCoordinator(transports: [HTTPTransport(.init(baseURL: base))])
        let parts = (0..<10).map { _ in Data(repeating: 1, count: 10_000) }
        #expect(try await coordinator.response(for: Upload(parts: parts)).body == Data("100000".utf8))
    }

    @Test func aJarIsGiven() async throws {
        let server = try LoopbackServer { _ in .status(200, headers: ["Set-Cookie": "id=1"]) }
        defer { server.stop() }
        let cookies = SharedCookieJar()
        let transport = HTTPTransport(.init(cookies: cookies))
        struct Page: HTTPRequest {
            typealias Response = HTTPResponse
            let url: String
        }
        let coordinator = RequestCoordinator(transports: [transport])
        _ = try await coordinator.response(for: Page(url: server.url("/")))
        #expect(cookies.jar.cookies.map(\.name) == ["id"])
    }
}
