import Foundation
import RequestScheduler
import RequestStores
import RequestTransports
import Testing

/// What a client adds, with servers of others: files, sources, stored answers, streams, calls that are called off.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct ClientInteropTests {
    private struct Unexpected: Error {}

    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func client(_ engine: HTTPTransport.Engine, stores: [any Store] = []) -> HTTPClient {
        let transport = HTTPTransport(.init(engine: engine, timeout: .seconds(20)))
        return HTTPClient(baseURL: URL(string: servers.url(.httpbin, "")), transport: transport, stores: stores)
    }

    struct Routes {
        @UPLOAD var form: Resource<Echo>
        @GET("uuid") var number: Resource<[String: String]>
        @GET("delay/10") var slow: Resource<Void>

        init(_ form: MultipartForm = MultipartForm()) {
            _form = UPLOAD("anything", body: .multipart(form))
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aFormWithFilesIsReadBack(engine: HTTPTransport.Engine) async throws {
        let file = servers.folder.appending(path: "upload-\(engine)")
        let content = Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
        try content.write(to: file)
        let fields = ["title": "Größe \"7\" & more=1;", "empty": "", "ü \"quoted\"": "世界 🌍"]
        var form = MultipartForm(fields.sorted { $0.key < $1.key }.map { .field($0.key, $0.value) })
        form.append(.file("photo", at: file, filename: "größe \"7\".png", contentType: "image/png"))
        form.append(.file("note", filename: "note.txt", bytes: Data("one\ntwo".utf8), contentType: "text/plain"))
        let client = client(engine)
        var (echo, last, isMonotone) = (nil as Echo?, TransferProgress(), true)
        for try await element in client.responses(to: Routes(form).form, includingProgress: true) {
            switch element {
            case .progress(let progress):
                isMonotone = isMonotone && progress.sent >= last.sent && progress.expectedToSend != nil
                last = progress
            case .fetched(let value): echo = value
            case .stored: throw Unexpected()
            }
        }
        let answer = try #require(echo)
        try #require(answer.method == "POST")
        try #require(answer.form == fields)
        try #require(answer.files?["note"] == "one\ntwo")
        // What is no text comes back as a URL of data.
        let photo = try #require(answer.files?["photo"]?.split(separator: ",").last)
        let isSame = Data(base64Encoded: String(photo)) == content
        try #require(isSame)
        try #require(isMonotone && last.sent == last.expectedToSend)
        try #require(answer["Content-Length"] == "\(last.sent)")
        try Findings.add(
            servers,
            "httpbin",
            "@UPLOAD of a form with files",
            on: engine,
            "3 fields, 2 files, \(last.sent) bytes: as they were, counted to the last"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func sourcesAreSwitched(engine: HTTPTransport.Engine) async throws {
        let transport = HTTPTransport(.init(engine: engine, timeout: .seconds(20)))
        let sources = DataSources([
            .release: .init(baseURL: URL(string: servers.url(.httpbin, "/anything")), transport: transport),
            .development: .init(baseURL: URL(string: servers.url(.plain, "/")), transport: transport),
        ])
        let client = HTTPClient(sources: sources)
        let resource = Resource<HTTPResponse>("echo", parameters: ["value": 7])
        try #require(try await client.response(for: resource).echo().args == ["value": "7"])
        sources.current = .development
        try #require(try await client.response(for: resource).body == Data("7\n".utf8))
        var named = resource
        named.source = .release
        try #require(try await client.response(for: named).echo().args == ["value": "7"])
        sources.current = .mock
        guard case .failure(let error as DataSourceError) = await client.outcome(of: resource) else {
            throw Unexpected()
        }
        try #require(error.source == .mock)
        try Findings.add(
            servers,
            "both",
            "sources switched",
            on: engine,
            "httpbin, nginx, httpbin by name; one that is missing: a typed error"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aSecondReadComesFromTheStore(engine: HTTPTransport.Engine) async throws {
        let client = client(engine, stores: [MemoryStore()])
        let (tag, route) = (Tag("stored-\(engine)"), Routes().number)
        client.options.storing = HTTPStoring(maximumAge: .seconds(600))
        let first = try await client.response(for: route)
        // httpbin gives another one each time.
        try #require(try await client.response(for: route) == first)
        let fresh = try await client.response(for: route, policy: .networkOnly)
        try #require(fresh != first)
        try #require(try await client.response(for: route) == fresh)
        let counted = Resource<Data>(
            "echo",
            base: URL(string: servers.url(.plain, "/")),
            parameters: ["value": 7, "tag": tag.description]
        )
        for _ in 0..<3 { try #require(try await client.response(for: counted) == Data("7\n".utf8)) }
        try #require(try await AccessLog(of: servers, tag: tag).lines.count == 1)
        try Findings.add(
            servers,
            "both",
            "stored answers",
            on: engine,
            "httpbin: the same number again; nginx: 3 reads, 1 request by its log"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func anAnswerIsReadAsItComes(engine: HTTPTransport.Engine) async throws {
        let client = client(engine)
        let route = Resource<HTTPStreamedResponse>("stream-bytes/100000", parameters: ["seed": 7, "chunk_size": 1009])
        let whole = try await client.response(for: Resource<Data>(route.path, parameters: route.parameters))
        var read = Data()
        for try await chunk in try await client.response(for: route).body { read += chunk }
        let isWhole = whole == read && read.count == 100_000
        try #require(isWhole)
        do {
            let answer = try await client.response(
                for: Resource<HTTPStreamedResponse>("drip", parameters: ["duration": 9])
            )
            for try await _ in answer.body { break }
        }
        try #require(await client.cancelAll() == 0)
        try Findings.add(
            servers,
            "httpbin",
            "streamed resources",
            on: engine,
            "100000 bytes in chunks: as those of the whole; left early: nothing in flight"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func callsAreCalledOff(engine: HTTPTransport.Engine) async throws {
        let (client, route) = (client(engine), Routes().slow)
        let begin = ContinuousClock.now
        for way in 0..<3 {
            let task = Task { await client.outcome(of: route) }
            while await !client.contains(route) { await Task.yield() }
            switch way {
            case 0: task.cancel()
            case 1: try #require(await client.cancel(route) == 1)
            default: try #require(await client.cancelAll() == 1)
            }
            guard case .cancelled(.cancelled) = await task.value else { throw Unexpected() }
            try #require(await !client.contains(route))
        }
        try #require(begin.duration(to: .now) < .seconds(9))
        try Findings.add(
            servers,
            "httpbin",
            "calls called off",
            on: engine,
            "by task, by resource, by client: cancelled at once, nothing in flight"
        )
    }
}
