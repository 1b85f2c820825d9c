import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Plain HTTP/1.1 with nginx, with every engine.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct NginxTests {
    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func connectionsAreKept(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        for (callers, count) in [(1, 100), (16, 20)] {
            let tag = Tag("kept-\(callers)-\(engine)")
            try await concurrently(callers, times: count) { [servers] number in
                let url = servers.url(.plain, "/echo?tag=\(tag)&value=\(number)")
                try #require(try await coordinator.body(of: Call(url)) == Data("\(number)\n".utf8))
            }
            let log = try await AccessLog(of: servers, tag: tag)
            try #require(log.lines.count == callers * count)
            try #require(log.versions == ["HTTP/1.1"])
            // URLSession promises nothing of connections being used again, but uses them.
            try #require(log.connections.count <= (engine == .curl ? callers : callers * count / 2))
            let noun = callers == 1 ? "caller" : "callers"
            try Findings.add(
                servers,
                "nginx",
                "HTTP/1.1 keep-alive by its log",
                on: engine,
                "\(callers) \(noun) × \(count): all HTTP/1.1, connections: \(log.connections.count)"
            )
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func connectionsThatTheServerEndsLoseNoRequest(engine: HTTPTransport.Engine) async throws {
        let (coordinator, tag) = (RequestCoordinator(engine), Tag("ended-plain-\(engine)"))
        try await concurrently(16, times: 40) { [servers] number in
            let url = servers.url(.short, "/echo?tag=\(tag)&value=\(number)")
            // Every other one with a body and a method that must not be sent twice.
            let call = number % 2 == 0 ? Call(url) : Call(url, method: .post, body: .text("\(number)"))
            try #require(try await coordinator.body(of: call) == Data("\(number)\n".utf8))
        }
        let log = try await AccessLog(of: servers, tag: tag)
        try #require(log.lines.count == 640)
        try #require(log.longest == 50 || engine == .urlSession && (2..<50).contains(log.longest))
        try Findings.add(
            servers,
            "nginx",
            "HTTP/1.1, ended after 50",
            on: engine,
            "16 callers × 40, GET and POST: none lost, none sent twice, connections: \(log.connections.count)"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func codedBodiesAreDecoded(engine: HTTPTransport.Engine) async throws {
        let tag = Tag("coded-\(engine)")
        let (page, url) = (try servers.data("www/page.txt"), servers.url(.plain, "/page.txt?tag=\(tag)"))
        let response = try await RequestCoordinator(engine).response(for: Call(url))
        let isPage = response.body == page
        try #require(isPage)
        try #require(response.headers["Content-Encoding"] == nil)
        let line = try #require(try await AccessLog(of: servers, tag: tag).lines.first)
        // On Linux URLSession asks for none: it would take one that is cut short for a whole one.
        #if canImport(FoundationNetworking)
            try #require(line.coding == (engine == .curl ? "gzip" : ""))
        #endif
        try Findings.add(
            servers,
            "nginx",
            "gzip",
            on: engine,
            line.coding.isEmpty ? "not asked for, not sent" : "sent as \(line.coding) by its log, decoded"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func whatHasNotChangedIsNotSent(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        let url = servers.url(.plain, "/page.txt")
        let plain: HTTPHeaders = ["Accept-Encoding": "identity"]
        let first = try await coordinator.response(for: Call(url, headers: plain))
        let tag = try #require(first.headers["ETag"])
        let date = try #require(first.headers["Last-Modified"])
        for condition: HTTPHeaders in [["If-None-Match": tag], ["If-Modified-Since": date]] {
            let call = Call(url, headers: plain.merging(condition), accepting: [304])
            let second = try await coordinator.response(for: call)
            try #require(second.status == 304)
            try #require(second.body.isEmpty)
            try #require(second.headers["ETag"] == tag)
        }
        let other = Call(url, headers: plain.merging(["If-None-Match": "\"another\""]), accepting: [304])
        let isFirst = try await coordinator.response(for: other).body == first.body
        try #require(isFirst)
        try Findings.add(servers, "nginx", "ETag and date", on: engine, "304 without body; another tag: 200")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func partsAreGiven(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        let url = servers.url(.plain, "/pattern")
        let middle = Pattern.size / 2
        let part = try await coordinator.response(
            for: Call(url, headers: ["Range": "bytes=\(middle)-\(middle + 9_999)"])
        )
        try #require(part.status == 206)
        try #require(part.headers["Content-Range"] == "bytes \(middle)-\(middle + 9_999)/\(Pattern.size)")
        let isPart = part.body == Pattern.part(at: middle, count: 10_000)
        try #require(isPart)
        let outside = Call(url, headers: ["Range": "bytes=\(Pattern.size)-"])
        let error = try await #require(throws: HTTPError.self) { try await coordinator.response(for: outside) }
        try #require(error.status == 416)
        // Of a text that would be coded otherwise, too.
        let text = try await coordinator.response(
            for: Call(servers.url(.plain, "/page.txt"), headers: ["Range": "bytes=5-9"])
        )
        try #require(text.status == 206)
        let page = try servers.data("www/page.txt")
        try #require(text.body == page[5...9])
        try Findings.add(servers, "nginx", "Range", on: engine, "206 with the bytes asked for; outside: 416")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aLargeBodyIsGivenWhole(engine: HTTPTransport.Engine) async throws {
        let response = try await RequestCoordinator(engine).response(for: Call(servers.url(.plain, "/pattern")))
        var check = Pattern.Check()
        check.take(response.body)
        try #require(check.isRight && check.count == Pattern.size)
        let smaller = RequestCoordinator(engine) { $0.maximumBodyBytes = Pattern.size - 1 }
        let error = try await #require(throws: HTTPTransportError.self) {
            try await smaller.response(for: Call(servers.url(.plain, "/pattern")))
        }
        try #require(error.code == .responseTooLarge)
        try Findings.add(
            servers,
            "nginx",
            "64 MiB, HTTP/1.1, whole",
            on: engine,
            "every byte in its place; with a limit below: responseTooLarge"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available.filter { $0 == .curl })
    func aLargeBodyIsReadAsItComes(engine: HTTPTransport.Engine) async throws {
        let answer = try await RequestCoordinator(engine).response(for: Download(url: servers.url(.plain, "/pattern")))
        var check = Pattern.Check()
        for try await chunk in answer.body { check.take(chunk) }
        try #require(check.isRight && check.count == Pattern.size)
        try Findings.add(servers, "nginx", "64 MiB, HTTP/1.1, streamed", on: engine, "every byte in its place")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anUploadWithoutLengthArrives(engine: HTTPTransport.Engine) async throws {
        try await NginxUploads(servers: servers, port: .plain).showUpload(on: engine, version: "HTTP/1.1")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anAnswerMayComeWhileTheBodyIsSent(engine: HTTPTransport.Engine) async throws {
        try await NginxUploads(servers: servers, port: .plain).showRefusal(on: engine, version: "HTTP/1.1")
    }
}
