import Foundation
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct DataSourceTests {
    struct Unexpected: Error {}

    /// A source whose answers say which one it is, and the base that was joined.
    private func site(_ name: String, started: Counter = Counter(), gate: Gate? = nil) -> DataSources.Site {
        let transport = HTTPTransport { call in
            started.increment()
            await gate?.pass()
            return try .json("\(name) \(call.url.absoluteString)")
        }
        return DataSources.Site(baseURL: URL(string: "http://\(name).example/v1"), transport: transport)
    }

    @Test func onePlaceSwitchesEveryCall() async throws {
        let sources = DataSources([.release: site("release"), .mock: site("mock"), .local: site("local")])
        let client = HTTPClient(sources: sources)
        let resource = Resource<String>("pets")
        #expect(try await client.response(for: resource) == "release http://release.example/v1/pets")
        sources.current = .mock
        #expect(try await client.response(for: resource) == "mock http://mock.example/v1/pets")
        var local = resource
        local.source = .local
        #expect(try await client.response(for: local) == "local http://local.example/v1/pets")
    }

    @Test func aMissingSourceIsATypedError() async throws {
        let sources = DataSources([.release: site("release")])
        let client = HTTPClient(sources: sources, stores: [MemoryStore()])
        sources.current = .mock
        let resource = Resource<String>("pets", options: HTTPOptions(storing: HTTPStoring()))
        for resource in [resource, Resource<String>("http://a.example/x")] {
            let outcome = await client.outcome(of: resource)
            guard case .failure(let error as DataSourceError) = outcome else { throw Unexpected() }
            #expect(error.source == .mock)
            await #expect(throws: DataSourceError(missing: .mock)) {
                for try await _ in client.responses(to: resource) {}
            }
            let told = await withCheckedContinuation { continuation in
                client.request(resource) { continuation.resume(returning: $0) }
            }
            guard case .failure(let second as DataSourceError) = told else { throw Unexpected() }
            #expect(second == error)
        }
        #expect("\(DataSourceError(missing: .mock))" == "DataSourceError: there is no source mock")
    }

    @Test func aCallGoesOnWithTheSourceItWasMadeFor() async throws {
        let (started, gate) = (Counter(), Gate())
        let sources = DataSources([.release: site("release", started: started, gate: gate), .mock: site("mock")])
        let client = HTTPClient(sources: sources)
        let resource = Resource<String>("pets")
        async let early = client.response(for: resource)
        await started.reach(1)
        sources.current = .mock
        #expect(try await client.response(for: resource, duplicates: .join) == "mock http://mock.example/v1/pets")
        #expect(await !client.contains(resource))
        gate.open()
        #expect(try await early == "release http://release.example/v1/pets")
    }

    @Test func aPlainRequestIsDecodedByWhoeverAnsweredIt() async throws {
        struct Odd: Transport {
            func supports<R: Request>(_ request: R) -> Bool { true }
            func start<R: Request>(_ request: R, answering channel: ResultChannel) {
                channel.finish(.success("odd"))
            }
            func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws
                -> R.Response
            {
                guard let response = payload as? R.Response else { throw Unexpected() }
                return response
            }
        }
        struct Plain: HTTPRequest {
            typealias Response = String
            var url: String { "http://a.example/plain" }
        }
        let (started, gate) = (Counter(), Gate())
        let sources = DataSources([
            .release: site("release", started: started, gate: gate), .mock: .init(baseURL: nil, transport: Odd()),
        ])
        let coordinator = RequestCoordinator(transports: [sources.transport])
        async let early = coordinator.response(for: Plain())
        await started.reach(1)
        sources.current = .mock
        #expect(try await coordinator.response(for: Plain()) == "odd")
        gate.open()
        #expect(try await early == "release http://a.example/plain")
    }

    @Test func aResourceWithoutAClientIsAskedOfTheCurrentSource() async throws {
        let sources = DataSources([.release: site("release"), .mock: site("mock")], current: .mock)
        let coordinator = RequestCoordinator(transports: [sources.transport])
        #expect(try await coordinator.response(for: Resource<String>("pets")) == "mock http://mock.example/v1/pets")
    }

    @Test func noSourceIsAnsweredFromTheEntryOfAnother() async throws {
        let sources = DataSources([.release: site("same"), .mock: site("same")])
        let counted = (Counter(), Counter())
        let base = URL(string: "http://same.example")
        func counting(_ counter: Counter) -> DataSources.Site {
            .init(
                baseURL: base,
                transport: HTTPTransport { _ in
                    counter.increment()
                    return try .json("x")
                }
            )
        }
        let both = DataSources([.release: counting(counted.0), .mock: counting(counted.1)])
        let client = HTTPClient(sources: both, stores: [MemoryStore()], options: HTTPOptions(storing: HTTPStoring()))
        for source in [DataSource.release, .mock, .release, .mock] {
            both.current = source
            #expect(try await client.response(for: Resource<String>("p")) == "x")
        }
        #expect(counted.0.value == 1)
        #expect(counted.1.value == 1)
        #expect(sources.current == .release)
    }

    @Test func aStatefulMockSeesWhatWasAdded() async throws {
        let pets = Log<String>()
        let mock = HTTPTransport { call in
            guard call.path == "/pets" else { return HTTPResponse(status: 404) }
            guard call.method == .post else { return try .json(pets.all) }
            pets.append(try call.json(String.self))
            return HTTPResponse(status: 201)
        }
        let sources = DataSources([.mock: .init(baseURL: URL(string: "http://mock"), transport: mock)], current: .mock)
        let client = HTTPClient(sources: sources)
        try await client.response(for: Resource<Void>(.post, "pets", body: .json("Rex")))
        try await client.response(for: Resource<Void>(.post, "pets", body: .json("Max")))
        #expect(try await client.response(for: Resource<[String]>("pets")) == ["Rex", "Max"])
        guard case .httpError(let error, nil) = await client.outcome(of: Resource<Void>("cats")) else {
            throw Unexpected()
        }
        #expect(error.status == 404)
    }

    @Test func aHandlerIsGivenTheWholeBodyAndProgressTellsOfIt() async throws {
        let mock = HTTPTransport { call in try .json(call.body.count) }
        let client = HTTPClient(baseURL: URL(string: "http://mock"), transport: mock)
        let form = MultipartForm([
            .field("a", "b"),
            .file("f", filename: "f") {
                AsyncStream { continuation in
                    continuation.yield(Data("made".utf8))
                    continuation.finish()
                }
            },
        ])
        for body in [HTTPBody.bytes(Data(count: 1000)), .multipart(form)] {
            var (progress, size) = ([TransferProgress](), 0)
            let route = Resource<Int>(.post, "p", body: body)
            for try await element in client.responses(to: route, includingProgress: true) {
                switch element {
                case .progress(let one): progress.append(one)
                case .fetched(let count): size = count
                case .stored: throw Unexpected()
                }
            }
            let last = try #require(progress.last)
            #expect(size > 0)
            #expect(last.sent == Int64(size))
            #expect(last.expectedToSend == Int64(size))
        }
    }

    @Test func aHandlerIsCancelledWithItsFlight() async throws {
        let (started, ended) = (Counter(), Gate())
        let mock = HTTPTransport { _ in
            started.increment()
            for await _ in AsyncStream<Never>.makeStream().stream {}
            ended.open()
            return HTTPResponse()
        }
        let coordinator = RequestCoordinator(transports: [mock])
        let task = Task { try await coordinator.response(for: Resource<Void>("http://a.example/")) }
        await started.reach(1)
        task.cancel()
        await ended.pass()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func whatAHandlerThrowsIsToldApart() async throws {
        let mock = HTTPTransport { call in
            if call.path == "/lost" { throw HTTPTransportError(.connectionLost) }
            throw Unexpected()
        }
        let client = HTTPClient(baseURL: URL(string: "http://mock"), transport: mock)
        guard case .failure(HTTPTransportError.Code.connectionLost) = await client.outcome(of: Resource<Void>("lost")),
            case .failure(let error as HTTPTransportError) = await client.outcome(of: Resource<Void>("x"))
        else { throw Unexpected() }
        #expect(error.code == .unknown)
        #expect(error.underlyingError is Unexpected)
    }
}
