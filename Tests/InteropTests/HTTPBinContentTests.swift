import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Bodies and header fields as httpbin sends them, with every engine.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct HTTPBinContentTests {
    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func url(_ path: String) -> String { servers.url(.httpbin, path) }

    @Test(arguments: HTTPTransport.Engine.available)
    func codingsAreUndone(engine: HTTPTransport.Engine) async throws {
        struct Coded: Decodable { var gzipped, deflated: Bool? }
        let coordinator = RequestCoordinator(engine)
        // httpbin sends them coded whatever was asked for.
        let gzip = try await coordinator.response(for: Call(url("/gzip")))
        let deflate = try await coordinator.response(for: Call(url("/deflate")))
        try #require(try gzip.json(Coded.self).gzipped == true)
        try #require(try deflate.json(Coded.self).deflated == true)
        try #require(gzip.headers["Content-Encoding"] == nil)
        let asked = try await coordinator.response(for: Call(url("/anything"))).echo()["Accept-Encoding"] ?? ""
        try #require(!asked.contains("br"))
        var detail = "gzip and deflate undone; asked for: \(asked)"
        if engine == .curl {
            // Not asked for: left as it came, and said to be.
            let brotli = try await coordinator.response(for: Call(url("/brotli")))
            try #require(brotli.headers["Content-Encoding"] == "br")
            try #require(throws: (any Error).self) { try brotli.json(Coded.self) }
            detail += "; brotli, sent all the same: left as it came"
        }
        try Findings.add(servers, "httpbin", "codings", on: engine, detail)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func chunksMakeTheWhole(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        let whole = try await coordinator.response(for: Call(url("/stream-bytes/100000?chunk_size=1009")))
        try #require(whole.headers["Content-Length"] == nil)
        try #require(whole.body.count == 100_000)
        let lines = try await coordinator.body(of: Call(url("/stream/50"))).split(separator: UInt8(ascii: "\n"))
        struct Line: Decodable { let id: Int }
        let numbers = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0)).id }
        try #require(numbers == Array(0..<50))
        var read = Data()
        let streamed = try await coordinator.response(for: Download(url: url("/range/100000?chunk_size=1009")))
        for try await chunk in streamed.body { read += chunk }
        // Letters, over and over. Told as a whole: a list of differences takes its time.
        let isWhole = read == Data((0..<100_000).map { UInt8(ascii: "a") + UInt8($0 % 26) })
        try #require(isWhole)
        try Findings.add(
            servers,
            "httpbin",
            "chunked bodies",
            on: engine,
            "100000 bytes in 100 chunks, whole and streamed: every byte in its place"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func fieldsKeepTheirDuplicates(engine: HTTPTransport.Engine) async throws {
        let path = "/response-headers?X-Twice=one&X-Twice=two&Set-Cookie=a%3D1&Set-Cookie=b%3D2&X-Empty="
        let response = try await RequestCoordinator(engine).response(for: Call(url(path)))
        try #require(response.headers["x-twice"] == "one, two")
        try #require(response.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        if engine == .curl {
            try #require(response.headers.values(for: "X-Twice") == ["one", "two"])
            try #require(response.headers["X-Empty"] == "")
        }
        try Findings.add(
            servers,
            "httpbin",
            "fields that come twice",
            on: engine,
            engine == .curl ? "kept apart, in their order" : "Set-Cookie apart, others joined"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func textAndNothingComeAsTheyAre(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        let page = String(decoding: try await coordinator.body(of: Call(url("/encoding/utf8"))), as: UTF8.self)
        try #require(page.contains("∮ E⋅da = Q,  n → ∞, ∑ f(i) = ∏ g(i)"))
        try #require(page.contains("STARGΛ̊TE"))
        let sent = Call(url("/anything"), method: .post, body: .text("Grüße, 世界 🌍"))
        try #require(try await coordinator.response(for: sent).echo().data == "Grüße, 世界 🌍")
        for path in ["/bytes/0", "/status/204", "/status/200"] {
            try #require(try await coordinator.body(of: Call(url(path))).isEmpty)
        }
        for body in [.bytes(Data()), .stream { AsyncStream<Data> { nil } }] as [HTTPBody] {
            let echo = try await coordinator.response(for: Call(url("/anything"), method: .post, body: body)).echo()
            try #require(echo.data == "")
        }
        try Findings.add(servers, "httpbin", "UTF-8 and empty bodies", on: engine, "both ways, as they are")
    }
}
