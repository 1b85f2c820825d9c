import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// What is shown of bodies that go to nginx, with either version of HTTP.
struct NginxUploads {
    let servers: ForeignServers
    let port: ForeignServers.Port

    private func coordinator(_ engine: HTTPTransport.Engine) -> RequestCoordinator {
        RequestCoordinator(engine) { if port == .secure { $0.tls = servers.trust } }
    }

    /// A body without a length is stored by nginx, byte for byte.
    func showUpload(on engine: HTTPTransport.Engine, version: String) async throws {
        let (coordinator, source, tag) = (coordinator(engine), PatternSource(), Tag("upload-\(port)-\(engine)"))
        let put = Call(servers.url(port, "/kept/\(tag)?tag=\(tag)"), method: .put, body: source.body)
        try #require(try await coordinator.response(for: put).status == 201)
        try #require(source.produced == Pattern.size)
        var check = Pattern.Check()
        check.take(try servers.data("www/kept/\(tag)"))
        try #require(check.isRight && check.count == Pattern.size)
        try #require(
            try await coordinator.response(for: Call(servers.url(port, "/kept/\(tag)"), method: .delete)).status == 204
        )
        let log = try await AccessLog(of: servers, tag: tag)
        try #require(log.versions == [version])
        // URLSession has to know the length, and is given the body as a whole.
        let line = try #require(log.lines.first)
        let isChunked = engine == .curl && version == "HTTP/1.1"
        try #require(line.length == (engine == .curl ? "" : "\(Pattern.size)"))
        try #require(line.transfer == (isChunked ? "chunked" : ""))
        try Findings.add(
            servers,
            "nginx",
            "64 MiB up, \(version.dropLast(version.hasSuffix(".0") ? 2 : 0))",
            on: engine,
            "streamed without length: stored byte for byte" + (engine == .curl ? "" : "; collected first")
        )
    }

    /// A body that is larger than nginx takes is answered while it is sent, and then not sent any further.
    func showRefusal(on engine: HTTPTransport.Engine, version: String) async throws {
        let (coordinator, source) = (coordinator(engine), PatternSource())
        let put = Call(servers.url(port, "/small/file"), method: .put, body: source.body)
        let error = try await #require(throws: HTTPError.self) { try await coordinator.response(for: put) }
        try #require(error.status == 413)
        try #require(error.headers["X-Version"] == version)
        if engine == .curl { try #require(source.produced < Pattern.size) }
        // What comes next is not disturbed by what was left unsent.
        try #require(try await coordinator.body(of: Call(servers.url(port, "/hello"))) == Data("hello\n".utf8))
        try Findings.add(
            servers,
            "nginx",
            "413 while sending, \(version.dropLast(version.hasSuffix(".0") ? 2 : 0))",
            on: engine,
            "the answer given" + (engine == .curl ? ", the rest not made: \(source.produced >> 20) of 64 MiB" : "")
        )
    }
}
