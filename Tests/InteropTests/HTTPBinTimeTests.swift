import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Answers of httpbin that take their time, with every engine.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct HTTPBinTimeTests {
    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func url(_ path: String) -> String { servers.url(.httpbin, path) }

    @Test(arguments: HTTPTransport.Engine.available)
    func eachTimeLimitEndsWhatItIsAbout(engine: HTTPTransport.Engine) async throws {
        func limit(_ path: String, _ configuration: HTTPTransport.Configuration) async throws
            -> HTTPTransportError.Timeout?
        {
            let coordinator = RequestCoordinator(transports: [HTTPTransport(configuration)])
            let error = try await #require(throws: HTTPTransportError.self) {
                try await coordinator.response(for: Call(url(path)))
            }
            return error.timeout
        }
        // The body would take ten seconds: its first byte comes at once, and the next one after five.
        let drip = "/drip?duration=10&numbytes=2&delay=0"
        let short = Duration.milliseconds(300)
        try #require(try await limit("/delay/10", .init(engine: engine, headTimeout: short)) == .head)
        try #require(try await limit("/delay/10", .init(engine: engine, idleTimeout: short)) == .idle)
        try #require(try await limit(drip, .init(engine: engine, idleTimeout: .seconds(1))) == .idle)
        try #require(try await limit(drip, .init(engine: engine, timeout: .seconds(1))) == .total)
        // A time that is long enough changes nothing.
        let patient = RequestCoordinator(engine) { $0.headTimeout = .seconds(30) }
        try #require(try await patient.response(for: Call(url("/delay/1"))).status == 200)
        try Findings.add(
            servers,
            "httpbin",
            "time limits",
            on: engine,
            "no head, silence, the whole: each timedOut by its name"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aBodyThatDripsIsWhole(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        let answer = try await coordinator.response(for: Download(url: url("/drip?duration=2&numbytes=10&delay=0")))
        var (read, chunks) = (Data(), 0)
        for try await chunk in answer.body {
            read += chunk
            chunks += 1
        }
        try #require(read == Data(repeating: UInt8(ascii: "*"), count: 10))
        // Given as it came, not when it was there.
        try #require(chunks > 1)
        try Findings.add(servers, "httpbin", "dripping body", on: engine, "10 bytes in \(chunks) chunks, as they came")
    }
}
