import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

struct Pet: Codable, Hashable { var id: Int }
struct PetResponse: ModelConvertible {
    var id: Int
    func model() throws -> Pet { Pet(id: id) }
}
struct NewPet: Encodable, Sendable { var name: String }

struct PetRoutes {
    @GET("pets", parameters: ["page": 1], as: [PetResponse].self) var pets: Resource<[Pet]>
    @GET("pets/7", as: PetResponse.self, errorBody: APIError.self) var pet: Resource<Pet>
    @GET("pets/7") var plain: Resource<Pet>
    @GET("pets/7/photo") var photo: Resource<Data>
    @GET("pets/7") var answer: Resource<HTTPResponse>
    @GET("pets/7") var maybe: Resource<Pet?>
    @DELETE("pets/7") var remove: Resource<Void>
    @PATCH("pets/7", body: .json(["name": "Max"])) var rename: Resource<EmptyBody>
    @PUT("pets/7", headers: ["If-Match": "1"], body: .json(["name": "Max"])) var replace: Resource<Pet>
    @Route(.init(rawValue: "PURGE"), "cache") var purge: Resource<Void>
    @Route(.options, "pets") var allowed: Resource<HTTPResponse>
    @POST var create: Resource<Pet>
    @UPLOAD var upload: Resource<Void>

    init(new: NewPet = NewPet(name: "Rex"), photo: Data = Data("jpeg".utf8), owner: String = "Ann") {
        _create = POST("owners/\(owner)/pets", body: .json(new), as: PetResponse.self)
        _upload = UPLOAD("pets/7/photo", body: .bytes(photo, contentType: "image/jpeg"))
    }
}

@Suite(.timeLimit(.minutes(3)))
struct RouteTests {
    private static let base = URL(string: "https://a.example/v1")

    @Test func aRouteIsAResource() throws {
        let routes = PetRoutes(owner: "a/b")
        #expect(routes.pets == Resource<[Pet]>("pets", parameters: ["page": 1], as: [PetResponse].self))
        #expect(routes.pet == Resource<Pet>("pets/7", as: PetResponse.self, errorBody: APIError.self))
        #expect(routes.plain == Resource<Pet>("pets/\(7)"))
        #expect(routes.remove == Resource<Void>(.delete, "pets/7"))
        #expect(routes.rename.method == .patch)
        #expect(routes.replace.method == .put)
        #expect(routes.replace.headers["if-match"] == "1")
        #expect(routes.purge.method.rawValue == "PURGE")
        #expect(routes.allowed.method == .options)
        #expect(routes.create.method == .post)
        #expect(routes.create.path.text == "owners/a%2Fb/pets")
        #expect(routes.create.body == .json(["name": "Rex"]))
        #expect(routes.upload.method == .post)
        #expect(routes.upload.body?.contentType == "image/jpeg")
    }

    @Test func aRouteCanBeMadeOfAResource() {
        struct Routes {
            @Route var any: Resource<Pet> = Resource(.put, "pets/7")
            @GET var get: Resource<Pet>
        }
        let routes = Routes(get: GET(Resource(.post, "pets/7")))
        #expect(routes.any.method == .put)
        #expect(routes.get.method == .get)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func everyRouteIsCalledInItsWay(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            switch (request.method, request.path) {
            case ("GET", "/v1/pets"): .json(#"[{"id":1},{"id":2}]"#)
            case ("GET", "/v1/pets/7"): .json(#"{"id":7}"#)
            case ("GET", "/v1/pets/7/photo"): .status(200, body: [1, 2])
            case ("POST", "/v1/owners/Ann/pets"): .json(#"{"id":8}"#, status: 201)
            case ("PUT", "/v1/pets/7"): .json(#"{"id":7}"#)
            case ("POST", "/v1/pets/7/photo"), ("DELETE", _), ("PATCH", _), ("PURGE", _): .status(204)
            case ("OPTIONS", _): .status(200, headers: ["Allow": "GET, POST"])
            default: .status(404)
            }
        }
        defer { server.stop() }
        let client = HTTPClient(
            baseURL: URL(string: server.url("/v1/")),
            transport: HTTPTransport(.init(engine: engine))
        )
        let routes = PetRoutes()
        #expect(try await client.response(for: routes.pets) == [Pet(id: 1), Pet(id: 2)])
        #expect(try await client.response(for: routes.pet) == Pet(id: 7))
        #expect(try await client.response(for: routes.plain) == Pet(id: 7))
        #expect(try await client.response(for: routes.maybe) == Pet(id: 7))
        #expect(try await client.response(for: routes.photo) == Data([1, 2]))
        #expect(try await client.response(for: routes.answer).status == 200)
        #expect(try await client.response(for: routes.create) == Pet(id: 8))
        #expect(try await client.response(for: routes.replace) == Pet(id: 7))
        #expect(try await client.response(for: routes.rename) == EmptyBody())
        try await client.response(for: routes.remove)
        try await client.response(for: routes.purge)
        try await client.response(for: routes.upload)
        #expect(try await client.response(for: routes.allowed).headers["allow"] == "GET, POST")
        #expect(server.record.requests(to: "/v1/pets").first?.query == "page=1")
        #expect(server.record.requests(to: "/v1/owners/Ann/pets").first?.text == #"{"name":"Rex"}"#)
        #expect(server.record.requests(to: "/v1/pets/7/photo").last?["Content-Type"] == "image/jpeg")
    }

    @Test func aRouteIsCalledInEveryWay() async throws {
        let mock = HTTPTransport { _ in HTTPResponse(body: Data(#"{"id":7}"#.utf8)) }
        let client = HTTPClient(baseURL: Self.base, transport: mock)
        let route = PetRoutes().pet
        #expect(try await client.coordinator.response(for: client.prepared(route)) == Pet(id: 7))
        var elements: [Pet] = []
        for try await element in client.responses(to: route) {
            if case .fetched(let pet) = element { elements.append(pet) }
        }
        #expect(elements == [Pet(id: 7)])
        let told = await withCheckedContinuation { continuation in
            client.request(route) { continuation.resume(returning: $0) }
        }
        #expect(told.value == Pet(id: 7))
    }

    @Test func aRouteAndAnEqualRequestShareAFlightAndAnEntry() async throws {
        let (started, gate) = (Counter(), Gate())
        let mock = HTTPTransport { _ in
            started.increment()
            await gate.pass()
            return HTTPResponse(body: Data(#"{"id":7}"#.utf8))
        }
        let client = HTTPClient(
            baseURL: Self.base,
            transport: mock,
            stores: [MemoryStore()],
            options: HTTPOptions(storing: HTTPStoring(maximumAge: .seconds(60)))
        )
        var plain = Resource<Pet>("pets/\(7)", base: Self.base)
        plain.options = client.options
        async let one = client.response(for: PetRoutes().plain, duplicates: .join)
        await started.reach(1)
        async let other = client.coordinator.response(for: plain, duplicates: .join)
        await client.coordinator.waitForCallers(2)
        gate.open()
        #expect(try await [one, other] == [Pet(id: 7), Pet(id: 7)])
        #expect(try await client.response(for: PetRoutes().plain) == Pet(id: 7))
        #expect(try await client.response(for: plain) == Pet(id: 7))
        let stored = try await client.coordinator.storedResponse(for: plain)
        #expect(stored.value == Pet(id: 7))
        #expect(started.value == 1)
    }

    @Test func aRouteIsCancelledInEveryWay() async throws {
        let started = Counter()
        let mock = HTTPTransport { _ in
            started.increment()
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
        let client = HTTPClient(baseURL: Self.base, transport: mock)
        let route = PetRoutes().pet
        let task = Task { await client.outcome(of: route) }
        await started.reach(1)
        #expect(await client.contains(route))
        task.cancel()
        guard case .cancelled(.cancelled) = await task.value else { throw Unexpected() }

        let second = Task { await client.outcome(of: route) }
        await started.reach(2)
        #expect(await client.cancel(route) == 1)
        guard case .cancelled(.cancelled) = await second.value else { throw Unexpected() }
        #expect(await !client.contains(route))

        let ended = Log<HTTPOutcome<Pet>>()
        let count = Counter()
        let handle = client.request(route) {
            ended.append($0)
            count.increment()
        }
        await started.reach(3)
        handle.cancel()
        await count.reach(1)
        guard case .cancelled(.cancelled)? = ended.all.first else { throw Unexpected() }

        let excluded = Task { await client.outcome(of: route) }
        await started.reach(4)
        guard case .cancelled(.duplicate) = await client.outcome(of: route, duplicates: .exclude) else {
            throw Unexpected()
        }
        #expect(await client.cancelAll() == 1)
        _ = await excluded.value
    }

    struct Unexpected: Error {}
}
