import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What goes along with requests, and what is kept of them.
extension ResourceSampleTests {
    struct Fields {
        @Header(.custom("X-Client", "demo")) @Header(.bearer("hush"))
        var headers: HTTPHeaders = [:]
    }

    @Test func headersAddUp() {
        #expect(Fields().headers.fields.count == 2)
    }

    @Test func headersAreBuilt() {
        let (token, name, password) = ("t", "ann", "hush")
        let pets = Resource<[Pet]>("pets", headers: [.bearer(token), .custom("X-Client", "demo")])
        let signedIn: HTTPHeaders = [.basic(user: name, password: password)]
        let older: HTTPHeaders = [.jwt(token)]
        #expect(pets.headers == ["Authorization": "Bearer t", "X-Client": "demo"])
        #expect(signedIn == ["Authorization": "Basic YW5uOmh1c2g="])
        #expect(older == ["Authorization": "JWT t"])
    }

    @Test func optionsAreChanged() {
        let (client, account, rex) = (answering("{}"), "ann", NewPet(name: "Rex"))
        client.options.timeout = .seconds(30)
        client.options.storing = HTTPStoring(maximumAge: .seconds(3600), scope: account)
        var quick = PetRoutes(new: rex).pet
        quick.options.timeout = .seconds(5)
        #expect(client.prepared(quick).options.timeout == .seconds(5))
        #expect(client.prepared(quick).options.storing?.scope == "ann")
    }

    @Test func everyOptionIsSet() {
        let (client, routes) = (answering("{}"), PetRoutes(new: NewPet(name: "Rex")))
        client.options.headers = [.custom("X-Client", "demo")]
        client.options.logLevel = .errors
        client.options.acceptsCompression = false
        var large = routes.pets
        large.options.networks = HTTPNetworks(allowsCellular: false)
        large.options.logLevel = .all
        large.options.headTimeout = .seconds(20)
        large.options.idleTimeout = .seconds(10)
        large.options.maximumConnectionsPerHost = 2
        let options = client.prepared(large).options
        #expect(options.headers["X-Client"] == "demo")
        #expect(options.logLevel == .all)
        #expect(options.headTimeout == .seconds(20))
        #expect(options.idleTimeout == .seconds(10))
        #expect(options.maximumConnectionsPerHost == 2)
        #expect(options.acceptsCompression == false)
        #expect(options.networks == HTTPNetworks(allowsCellular: false))
    }

    @Test func aTransportIsConfigured() throws {
        let base = URL(string: "https://api.example.com/v1/")
        var configuration = HTTPTransport.Configuration(baseURL: base, headers: ["X-Client": "demo"])
        configuration.headTimeout = .seconds(20)
        configuration.idleTimeout = .seconds(30)
        configuration.timeout = .seconds(60)
        configuration.redirects.maximumHops = 3
        configuration.maximumBodyBytes = 8 << 20
        configuration.maximumConnectionsPerHost = 6
        try configuration.validate()
        let client = HTTPClient(baseURL: base, transport: HTTPTransport(configuration))
        #expect(client.prepared(Resource<Void>("pets")).url == "https://api.example.com/v1/pets")
    }

    @Test func aSessionIsGiven() async throws {
        let server = try LoopbackServer { .text($0["X-Device"] ?? "none") }
        defer { server.stop() }
        let session = HTTPTransport.Session {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["X-Device": "demo"]
            return configuration
        }
        let transport = HTTPTransport(.init(engine: .urlSession, session: session))
        let client = HTTPClient(baseURL: URL(string: server.url("/")), transport: transport)
        #expect(try await client.response(for: Resource<Data>("x")) == Data("demo".utf8))
    }

    @Test func whatIsStoredIsReadAndRemoved() async throws {
        let (count, account) = (Counter(), "ann")
        let transport = HTTPTransport { _ in
            count.increment()
            return try .json([Pet(id: 7)])
        }
        let base = URL(string: "http://mock")
        let routes = PetRoutes(new: NewPet(name: "Rex"))
        let client = HTTPClient(baseURL: base, transport: transport, stores: [MemoryStore()])
        client.options.storing = HTTPStoring(
            maximumAge: .seconds(3600),
            scope: account,
            dataClass: DataClass(rawValue: "pets")
        )
        for _ in 0..<3 { _ = try await client.response(for: routes.pets) }
        #expect(count.value == 1)
        try await client.removeStored(for: routes.pets)
        _ = try await client.response(for: routes.pets)
        #expect(count.value == 2)
        try await client.coordinator.removeStored(of: DataClass(rawValue: "pets"))
        _ = try await client.response(for: routes.pets)
        #expect(count.value == 3)
        try await client.coordinator.removeAllStored()
        var fresh = routes.pets
        fresh.options.storing = .off
        _ = try await client.response(for: fresh)
        await #expect { try await client.response(for: routes.pets, policy: .storeOnly) } throws: {
            RequestError.Reason.notStored ~= $0
        }
        let pets = try await client.response(for: routes.pets, policy: .networkElseStore)
        #expect(pets == [Pet(id: 7)])
        #expect(try await client.response(for: routes.pets, policy: .storeOnly) == pets)
        client.options.storing?.scope = "ben"
        _ = try await client.response(for: routes.pets)
        #expect(count.value == 6)
    }

    @Test func activityIsShown() async throws {
        @MainActor final class Spinner {
            let changes: Counter
            var isHidden = true { didSet { if isHidden != oldValue { changes.increment() } } }
            init(_ changes: Counter) { self.changes = changes }
        }
        let (gate, changes, base) = (Gate(), Counter(), URL(string: "http://mock"))
        let spinner = await Spinner(changes)
        let mock = HTTPTransport { _ in
            await gate.pass()
            return HTTPResponse()
        }
        let client = HTTPClient(baseURL: base, transport: mock)
        let watch = Task { @MainActor in
            for await count in client.coordinator.activity { spinner.isHidden = count == 0 }
        }
        var silent = Resource<Void>("pets")
        silent.options.showsActivity = false
        async let unshown: Void = client.response(for: silent)
        async let answer: Void = client.response(for: Resource<Void>("pets"))
        await changes.reach(1)
        #expect(await !spinner.isHidden)
        gate.open()
        _ = try await (answer, unshown)
        await changes.reach(2)
        #expect(await spinner.isHidden)
        watch.cancel()
        await watch.value
    }
}
