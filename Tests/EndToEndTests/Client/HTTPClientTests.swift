import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPClientTests {
    struct Unexpected: Error {}

    private static let base = URL(string: "http://a.example/v1")

    /// A transport that answers with the URL and counts.
    private func echo(_ count: Counter = Counter()) -> HTTPTransport {
        HTTPTransport { call in
            count.increment()
            return try .json(Echo(call))
        }
    }

    struct Echo: Codable, Hashable {
        var method: String
        var url: String
        var fields: [String: String]
        var body: String

        init(_ call: HTTPCall) {
            method = call.method.rawValue
            url = call.url.absoluteString
            fields = Dictionary(call.headers.fields.map { ($0.name, $0.value) }) { first, _ in first }
            body = String(decoding: call.body, as: UTF8.self)
        }
    }

    // MARK: Outcomes

    @Test(arguments: HTTPTransport.Engine.available)
    func oneSwitchTellsEverythingApart(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/v1/good": .json(#"{"id":7}"#)
            case "/v1/typed": .json(#"{"code":17,"message":"Unknown"}"#, status: 401)
            case "/v1/page":
                .status(502, headers: ["content-TYPE": "text/html", "retry-after": "9"], body: Array("<p>".utf8))
            case "/v1/other": .json(#"{"oops":true}"#, status: 500)
            case "/v1/html": .status(200, headers: ["Content-Type": "text/html"], body: Array("<p>".utf8))
            default: .close
            }
        }
        defer { server.stop() }
        let client = HTTPClient(
            baseURL: URL(string: server.url("/v1")),
            transport: HTTPTransport(.init(engine: engine))
        )
        func outcome(_ path: ResourcePath) async -> HTTPOutcome<Pet> {
            await client.outcome(of: Resource<Pet>(path, as: PetResponse.self, errorBody: APIError.self))
        }
        guard case .value(Pet(id: 7)) = await outcome("good") else { throw Unexpected() }
        guard case .httpError(let typed, let body as APIError) = await outcome("typed") else { throw Unexpected() }
        #expect(typed.status == 401)
        #expect(body == APIError(code: 17, message: "Unknown"))
        guard case .httpError(let page, nil) = await outcome("page") else { throw Unexpected() }
        #expect(page.status == 502)
        #expect(page.headers["Retry-After"] == "9")
        #expect(page.body == Data("<p>".utf8))
        guard case .httpError(let other, nil) = await outcome("other") else { throw Unexpected() }
        #expect(other.status == 500)
        #expect(other.body == Data(#"{"oops":true}"#.utf8))
        guard case .failure(let html as HTTPDecodingError) = await outcome("html") else { throw Unexpected() }
        #expect(html.status == 200)
        #expect(html.contentType == "text/html")
        #expect(html.reason == .unexpectedContentType)
        #expect(html.body == Data("<p>".utf8))
        guard case .failure(HTTPTransportError.Code.connectionLost) = await outcome("gone") else { throw Unexpected() }
        let dots = ".."
        guard case .failure(let invalid as HTTPTransportError) = await outcome("\(dots)") else { throw Unexpected() }
        #expect(invalid.underlyingError as? URLFault == URLFault(.segment))
    }

    /// Each of several answers has what that one said, and nothing of the one before.
    @Test(arguments: HTTPTransport.Engine.available)
    func anErrorHasWhatItsOwnAnswerSaid(engine: HTTPTransport.Engine) async throws {
        let count = Counter()
        let server = try LoopbackServer { _ in
            let number = count.increment()
            return .status(
                429,
                headers: [
                    "retry-AFTER": "\(number)", "X-request-ID": "r\(number)", "Content-Type": "application/json",
                ],
                body: Array(#"{"code":\#(number),"message":"Wait"}"#.utf8)
            )
        }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let client = HTTPClient(baseURL: URL(string: server.url("")), transport: transport)
        for number in 1...3 {
            let outcome = await client.outcome(of: Resource<Pet>("p", errorBody: APIError.self))
            guard case .httpError(let error, let body as APIError) = outcome else { throw Unexpected() }
            #expect(error.status == 429)
            #expect(error.headers["Retry-After"] == "\(number)")
            #expect(error.headers["x-request-id"] == "r\(number)")
            #expect(error.body == Data(#"{"code":\#(number),"message":"Wait"}"#.utf8))
            #expect(body.code == .number(number))
        }
    }

    /// An answer of a closure is read as a server's, whatever the case of its names, and one that was stored as one that came.
    @Test func namesOfFieldsCountInNoCase() async throws {
        let asked = Counter()
        let mock = HTTPTransport { call in
            switch call.path {
            case "/v1/moved": return HTTPResponse(status: 302, headers: ["location": "pet"])
            case "/v1/busy": return HTTPResponse(status: 503, headers: ["retry-AFTER": "7", "ETAG": "\"1\""])
            case "/v1/html": return HTTPResponse(headers: ["content-TYPE": "TEXT/HTML"], body: Data("7".utf8))
            default:
                asked.increment()
                return HTTPResponse(
                    headers: ["content-TYPE": "Application/JSON", "cache-control": "no-store"],
                    body: Data(#"{"id":7}"#.utf8)
                )
            }
        }
        let client = HTTPClient(baseURL: Self.base, transport: mock, stores: [MemoryStore()])
        client.options.storing = HTTPStoring(maximumAge: .seconds(60))
        for _ in 0..<2 { #expect(try await client.response(for: Resource<Pet>("moved")) == Pet(id: 7)) }
        #expect(asked.value == 1)
        guard case .httpError(let busy, nil) = await client.outcome(of: Resource<Pet>("busy")),
            case .failure(let html as HTTPDecodingError) = await client.outcome(of: Resource<Int>("html"))
        else { throw Unexpected() }
        #expect(busy.headers["Retry-After"] == "7")
        #expect(busy.headers["etag"] == "\"1\"")
        #expect(html.reason == .unexpectedContentType)
    }

    /// A body that would do for the model is the error's all the same, with a type for it and without.
    @Test(arguments: HTTPTransport.Engine.available, [300, 304, 400, 401, 404, 500, 503])
    func aRefusedAnswerIsNeverTheModel(engine: HTTPTransport.Engine, status: Int) async throws {
        let server = try LoopbackServer { _ in .json(#"{"id":7}"#, status: status) }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        let client = HTTPClient(baseURL: URL(string: server.url("")), transport: transport)
        for resource in [
            Resource<Pet>("p"), Resource<Pet>("p", as: PetResponse.self),
            Resource<Pet>("p", as: PetResponse.self, errorBody: APIError.self),
        ] {
            guard case .httpError(let error, nil) = await client.outcome(of: resource) else { throw Unexpected() }
            #expect(error.status == status)
        }
    }

    /// What calls with completions were told, and how many of them inside the call.
    private func told<Response: Sendable>(_ resources: [Resource<Response>], by client: HTTPClient) async
        -> (outcomes: [HTTPOutcome<Response>], inside: Int)
    {
        let (ends, inside, log) = (Counter(), Counter(), Log<HTTPOutcome<Response>>())
        func request(_ resource: Resource<Response>) {
            let caller = ObjectIdentifier(Thread.current)
            let isOver = Gate()
            client.request(resource) { outcome in
                // On another thread it may well be told while the call returns.
                if ObjectIdentifier(Thread.current) == caller, !isOver.isOpen { inside.increment() }
                log.append(outcome)
                ends.increment()
            }
            isOver.open()
        }
        for resource in resources { request(resource) }
        await ends.reach(resources.count)
        // Whatever else is told would have been by the time all calls are over.
        await client.coordinator.waitUntilIdle()
        return (log.all, inside.value)
    }

    @Test func anAnswerOfTheStoreIsToldOutsideTheCall() async throws {
        let asked = Counter()
        let client = HTTPClient(baseURL: Self.base, transport: echo(asked), stores: [MemoryStore()])
        client.options.storing = HTTPStoring(maximumAge: .seconds(60))
        let resource = Resource<Echo>("p")
        let first = try await client.response(for: resource)
        let (outcomes, inside) = await told(Array(repeating: resource, count: 50), by: client)
        #expect(outcomes.compactMap(\.value) == Array(repeating: first, count: 50))
        #expect(inside == 0)
        #expect(asked.value == 1)
    }

    @Test func everyBadCallEndsOnceAndNeverInsideTheCall() async throws {
        let client = HTTPClient(baseURL: nil, transport: echo())
        struct Broken: Encodable { func encode(to encoder: any Encoder) throws { throw Unexpected() } }
        let calls = [
            Resource<Pet>("no base"), Resource<Pet>(.post, "p", base: Self.base, body: .json(Broken())),
            Resource<Pet>(.get, "p", base: Self.base, body: .json([1])),
            Resource<Pet>(.init(rawValue: "G T"), "p", base: Self.base),
            Resource<Pet>("p", base: Self.base, headers: ["A": "x\r\ny"]),
        ]
        let (outcomes, inside) = await told(calls, by: client)
        #expect(outcomes.count == calls.count)
        #expect(inside == 0)
        let codes = outcomes.compactMap { outcome -> HTTPTransportError.Code? in
            guard case .failure(let error as HTTPTransportError) = outcome else { return nil }
            return error.code
        }
        #expect(codes.count == calls.count)
        #expect(Set(codes) == [.invalidURL, .unencodableBody, .bodyNotAllowed, .invalidMethod, .invalidHeader])
    }

    // MARK: Filling in

    @Test func whatAResourceHasNotIsFilledIn() async throws {
        let client = HTTPClient(
            baseURL: Self.base,
            transport: echo(),
            options: HTTPOptions(
                timeout: .seconds(9),
                acceptsCompression: true,
                headers: ["A": "client", "B": "client"]
            )
        )
        let resource = Resource<Echo>("p", options: HTTPOptions(acceptsCompression: false, headers: ["B": "own"]))
        let prepared = client.prepared(resource)
        #expect(prepared.options.timeout == .seconds(9))
        #expect(prepared.options.acceptsCompression == false)
        let echo = try await client.response(for: resource)
        #expect(echo.url == "http://a.example/v1/p")
        #expect(echo.fields["A"] == "client")
        #expect(echo.fields["B"] == "own")
        #expect(echo.fields["Accept-Encoding"] == "identity")
        let other = Resource<Echo>("p", base: URL(string: "http://b.example"))
        #expect(try await client.response(for: other).url == "http://b.example/p")
        let whole = Resource<Echo>("http://c.example/x")
        #expect(try await client.response(for: whole).url == "http://c.example/x")
    }

    /// Each option with a value of its own: what is merged is the narrow one's where it has any, and the wide one's else.
    @Test(arguments: [
        HTTPOptions(timeout: .seconds(1)), HTTPOptions(connectTimeout: .seconds(2)),
        HTTPOptions(headTimeout: .seconds(3)),
        HTTPOptions(idleTimeout: .seconds(4)), HTTPOptions(maximumConnectionsPerHost: 5),
        HTTPOptions(acceptsCompression: false), HTTPOptions(logLevel: HTTPLog.Level.none),
        HTTPOptions(showsActivity: false),
        HTTPOptions(networks: HTTPNetworks(allowsCellular: false)), HTTPOptions(coding: HTTPCoding(keys: .snakeCase)),
        HTTPOptions(storing: .off), HTTPOptions(headers: ["A": "1"]),
    ])
    func optionsAreMergedFieldByField(narrow: HTTPOptions) {
        let wide = HTTPOptions(
            timeout: .seconds(9),
            connectTimeout: .seconds(9),
            headTimeout: .seconds(9),
            idleTimeout: .seconds(9),
            maximumConnectionsPerHost: 9,
            acceptsCompression: true,
            logLevel: .all,
            showsActivity: true,
            networks: HTTPNetworks(),
            coding: HTTPCoding(dates: .iso8601),
            storing: HTTPStoring(),
            headers: ["a": "9"]
        )
        #expect(narrow != HTTPOptions())
        #expect(HTTPOptions().merging(narrow) == narrow)
        #expect(narrow.merging(HTTPOptions()) == narrow)
        #expect(narrow.merging(wide) == wide)
        let merged = wide.merging(narrow)
        #expect(merged != wide)
        #expect(merged.merging(narrow) == merged)
        #expect(merged.merging(wide) == wide)
    }

    @Test func headersOfOptionsAddUp() {
        let merged = HTTPOptions(headers: ["A": "1"]).merging(HTTPOptions(headers: ["a": "2", "B": "3"]))
        #expect(merged == HTTPOptions(headers: ["a": "2", "B": "3"]))
    }

    @Test func changedOptionsAreThoseOfLaterCalls() async throws {
        let (started, gate) = (Counter(), Gate())
        let mock = HTTPTransport { call in
            started.increment()
            await gate.pass()
            return try .json(Echo(call))
        }
        let client = HTTPClient(baseURL: Self.base, transport: mock, options: HTTPOptions(headers: ["A": "1"]))
        async let early = client.response(for: Resource<Echo>("p"))
        await started.reach(1)
        client.options.headers = ["A": "2"]
        async let late = client.response(for: Resource<Echo>("p"), duplicates: .join)
        await started.reach(2)
        gate.open()
        #expect(try await early.fields["A"] == "1")
        #expect(try await late.fields["A"] == "2")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aTimeOfTheOptionsEndsTheCall(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.text("late")) }
        defer {
            hold.release()
            server.stop()
        }
        let clock = TestClock()
        let transport = HTTPTransport(.init(engine: engine), clock: clock)
        let client = HTTPClient(baseURL: URL(string: server.url("")), transport: transport)
        let resource = Resource<Data>("slow", options: HTTPOptions(timeout: .seconds(5)))
        async let outcome = client.outcome(of: resource)
        await server.waitForRequests(to: "/slow")
        clock.advance(by: .seconds(6))
        guard case .failure(let error as HTTPTransportError) = await outcome else { throw Unexpected() }
        #expect(error.code == .timedOut)
        #expect(error.timeout == .total)
    }

    // MARK: The store

    @Test func theStoreIsAskedFirstUpToItsAge() async throws {
        let now = Lock(Date(timeIntervalSince1970: 1000))
        var configuration = RequestCoordinator.Configuration()
        configuration.now = { now.withLock { $0 } }
        let count = Counter()
        let client = HTTPClient(
            baseURL: Self.base,
            transport: echo(count),
            stores: [MemoryStore()],
            options: HTTPOptions(storing: HTTPStoring(maximumAge: .seconds(60))),
            configuration: configuration
        )
        let resource = Resource<Echo>("p")
        let first = try await client.response(for: resource)
        #expect(try await client.response(for: resource) == first)
        #expect(count.value == 1)
        now.withLock { $0 += 61 }
        #expect(try await client.response(for: resource) == first)
        #expect(count.value == 2)
        _ = try await client.response(for: resource, policy: .networkOnly)
        #expect(count.value == 3)
        var off = resource
        off.options.storing = .off
        _ = try await client.response(for: off)
        #expect(count.value == 4)
        try await client.removeStored(for: resource)
        _ = try await client.response(for: resource)
        #expect(count.value == 5)
        await #expect { try await client.removeStored(for: off) } throws: { RequestError.Reason.noStore ~= $0 }
        var sources: [String] = []
        for try await element in client.responses(to: resource, link: .independent) {
            switch element {
            case .stored: sources.append("stored")
            case .fetched: sources.append("fetched")
            case .progress: break
            }
        }
        #expect(sources.sorted() == ["fetched", "stored"])
    }

    @Test func nothingIsAnsweredFromAnotherRequestsEntry() {
        let base = Resource<Data>(
            .post,
            "p",
            base: Self.base,
            body: .json([1]),
            options: HTTPOptions(storing: HTTPStoring())
        )
        var others = [Resource<Data>](repeating: base, count: 12)
        others[0].method = .put
        others[1].path = "q"
        others[2].parameters = ["a": 1]
        others[3].body = .json([2])
        others[4].body = nil
        others[5].body = .bytes(Data("[1]".utf8))
        others[6].headers = ["Accept": "text/csv"]
        others[7].headers = [.bearer("a")]
        others[8].headers = [.bearer("b")]
        others[9].headers = ["Cookie": "a=1"]
        others[10].source = .mock
        others[11].base = URL(string: "http://b.example/v1")
        let keys = ([base] + others).map(\.storage?.key)
        #expect(!keys.contains(nil))
        #expect(Set(keys).count == 13)
        var scoped = [Resource<Data>](repeating: base, count: 2)
        scoped[0].options.storing?.scope = "ann"
        scoped[1].options.storing?.scope = "bob"
        #expect(Set(scoped.map(\.storage?.key) + keys).count == 15)
        let unscoped = ([base] + others).map { resource in
            var resource = resource
            resource.options.storing?.scope = ""
            return resource.storage?.key
        }
        #expect(unscoped == keys)
    }

    @Test func whatDoesNotTellAnswersApartIsNotInTheName() {
        let base = Resource<Data>("p", base: Self.base, options: HTTPOptions(storing: HTTPStoring(scope: "ann")))
        var other = Resource<Data>(
            "p",
            base: Self.base,
            options: HTTPOptions(timeout: .seconds(1), storing: HTTPStoring(scope: "ann"))
        )
        other.headers = [.bearer("new token"), .custom("X-Trace", "1")]
        #expect(base.storage?.key == other.storage?.key)
        let text = String(describing: base.storage?.key)
        #expect(!text.contains("a.example"))
    }

    @Test func whatCannotBeNamedIsNotStored() {
        let storing = HTTPOptions(storing: HTTPStoring())
        #expect(Resource<Data>("p", options: storing).storage == nil)
        #expect(Resource<Data>("p", base: Self.base).storage == nil)
        #expect(Resource<Data>("p", base: Self.base, options: HTTPOptions(storing: .off)).storage == nil)
        let stream = HTTPBody.stream { AsyncStream<Data> { $0.finish() } }
        #expect(Resource<Data>(.post, "p", base: Self.base, body: stream, options: storing).storage == nil)
        #expect(Resource<Data>("p", base: Self.base, options: storing).storage != nil)
    }
}
