import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// HTTP/2 as nginx wrote it down, with every engine that can be made to trust the private authority here.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct NginxHTTP2Tests {
    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func coordinator(_ engine: HTTPTransport.Engine) -> RequestCoordinator {
        RequestCoordinator(engine) { $0.tls = servers.trust }
    }

    @Test(arguments: ForeignServers.trustingEngines)
    func manyCallersShareFewConnections(engine: HTTPTransport.Engine) async throws {
        let (coordinator, tag) = (coordinator(engine), Tag("many-\(engine)"))
        try await concurrently(64, times: 20) { [servers] number in
            let url = servers.url(.secure, "/echo?tag=\(tag)&value=\(number)")
            try #require(try await coordinator.body(of: Call(url)) == Data("\(number)\n".utf8))
        }
        let log = try await AccessLog(of: servers, tag: tag)
        try #require(log.lines.count == 1280)
        try #require(log.versions == ["HTTP/2.0"])
        // libcurl has one connection whose streams all share; URLSession opens some more to begin with.
        try #require(log.connections.count <= (engine == .curl ? 2 : 64))
        try Findings.add(
            servers,
            "nginx",
            "HTTP/2 by its log",
            on: engine,
            "64 callers × 20: 1280 lines, all HTTP/2.0, connections: \(log.connections.count)"
        )
    }

    /// nginx says that a connection ends while requests on it are on their way, and answers none of those any more.
    @Test(arguments: ForeignServers.trustingEngines)
    func connectionsThatTheServerEndsLoseNoRequest(engine: HTTPTransport.Engine) async throws {
        let (coordinator, tag) = (coordinator(engine), Tag("ended-\(engine)"))
        try await concurrently(16, times: 40) { [servers] number in
            let url = servers.url(.secureShort, "/echo?tag=\(tag)&value=\(number)")
            try #require(try await coordinator.body(of: Call(url)) == Data("\(number)\n".utf8))
        }
        let log = try await AccessLog(of: servers, tag: tag)
        // Sent anew, but not answered twice.
        try #require(log.lines.count == 640)
        try #require(log.versions == ["HTTP/2.0"])
        try #require(log.connections.count >= 640 / 50)
        try Findings.add(
            servers,
            "nginx",
            "HTTP/2, ended after 50",
            on: engine,
            "16 callers × 40: none lost, none answered twice, connections: \(log.connections.count)"
        )
    }

    @Test(arguments: ForeignServers.trustingEngines)
    func anUploadWithoutLengthArrives(engine: HTTPTransport.Engine) async throws {
        try await NginxUploads(servers: servers, port: .secure).showUpload(on: engine, version: "HTTP/2.0")
    }

    @Test(arguments: ForeignServers.trustingEngines)
    func anAnswerMayComeWhileTheBodyIsSent(engine: HTTPTransport.Engine) async throws {
        try await NginxUploads(servers: servers, port: .secure).showRefusal(on: engine, version: "HTTP/2.0")
    }

    @Test(arguments: ForeignServers.trustingEngines.filter { $0 == .curl })
    func aLargeBodyIsReadAsItComes(engine: HTTPTransport.Engine) async throws {
        let tag = Tag("large-\(engine)")
        let answer = try await coordinator(engine).response(
            for: Download(url: servers.url(.secure, "/pattern?tag=\(tag)"))
        )
        var check = Pattern.Check()
        for try await chunk in answer.body { check.take(chunk) }
        try #require(check.isRight && check.count == Pattern.size)
        let log = try await AccessLog(of: servers, tag: tag)
        try #require(log.versions == ["HTTP/2.0"])
        try Findings.add(servers, "nginx", "64 MiB, HTTP/2, streamed", on: engine, "every byte in its place")
    }
}
