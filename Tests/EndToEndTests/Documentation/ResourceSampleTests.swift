import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

/// The samples of the article on resources and routes, and of the comments of what it is about, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct ResourceSampleTests {
    struct Nameless: Error {}
    struct NewPet: Encodable, Sendable { var name: String }
    struct Pet: Codable, Hashable { var id: Int, name = "Rex" }

    struct PetResponse: ModelConvertible {
        let id: Int
        let name: String?
        func model() throws -> Pet {
            guard let name else { throw Nameless() }
            return Pet(id: id, name: name)
        }
    }

    struct PetRoutes {
        @GET("pets", parameters: ["page": 1], as: [PetResponse].self) var pets: Resource<[Pet]>
        @GET("pets/7", as: PetResponse.self, errorBody: APIError.self) var pet: Resource<Pet>
        @POST var create: Resource<Pet>

        init(new: NewPet) {
            _create = POST("pets", body: .json(new), as: PetResponse.self)
        }
    }

    struct Fields {
        @Header(.custom("X-Client", "demo")) @Header(.bearer("hush"))
        var headers: HTTPHeaders = [:]
    }

    private func answering(_ body: String, status: Int = 200) -> HTTPClient {
        let mock = HTTPTransport { _ in HTTPResponse(status: status, body: Data(body.utf8)) }
        return HTTPClient(baseURL: URL(string: "http://mock"), transport: mock)
    }

    @Test func aResourceIsPutTogether() throws {
        let (owner, base) = ("a/b", URL(string: "https://a.example"))
        let path: ResourcePath = "owners/\(owner)/pets"  // "a/b" is sent as owners/a%2Fb/pets
        #expect(path.text == "owners/a%2Fb/pets")
        let pets = Resource<[Pet]>("owners/\(owner)/pets", base: base, parameters: ["page": 1])
        var next = pets
        next.parameters = ["page": 2]
        #expect(pets.url == "https://a.example/owners/a%2Fb/pets?page=1")
        #expect(next.url == "https://a.example/owners/a%2Fb/pets?page=2")
    }

    @Test func aQueryIsPutTogether() {
        let owner: String? = nil
        let query: ResourceQuery = ["page": 2, "q": "a+b & c", "owner": owner]  // nothing of owner where it is nil
        #expect(query.text == "page=2&q=a%2Bb%20%26%20c")
    }

    @Test func sourcesAreSwitched() async throws {
        let mock = HTTPTransport { call in
            call.path == "/pets/7" ? try .json(["id": 7]) : HTTPResponse(status: 404)
        }
        let direct = HTTPClient(baseURL: URL(string: "http://mock"), transport: mock)
        #expect(try await direct.response(for: Resource<[String: Int]>("pets/7")) == ["id": 7])
        let sources = DataSources([
            .release: .init(baseURL: URL(string: "https://api.example.com/v1"), transport: HTTPTransport()),
            .mock: .init(baseURL: URL(string: "http://mock/v1"), transport: mock),
        ])
        let client = HTTPClient(sources: sources)
        sources.current = .mock  // from the next call on
        guard case .httpError(let error, nil) = await client.outcome(of: Resource<Void>("pets/7")) else {
            throw Nameless()
        }
        #expect(error.status == 404)
    }

    @Test func aSourceKeepsWhatItWasSent() async throws {
        actor Shelf {
            private var pets: [Pet] = []
            func all() -> [Pet] { pets }
            func add(_ pet: Pet) { pets.append(pet) }
        }

        let shelf = Shelf()
        let local = HTTPTransport { call in
            guard call.method == .post else { return try .json(await shelf.all()) }
            await shelf.add(try call.json(Pet.self))
            return HTTPResponse(status: 201)
        }
        let client = HTTPClient(baseURL: URL(string: "http://local"), transport: local)
        try await client.response(for: Resource<Void>(.post, "pets", body: .json(Pet(id: 7))))
        #expect(try await client.response(for: Resource<[Pet]>("pets")) == [Pet(id: 7)])
    }

    @Test(arguments: [
        (#"{"id":7,"name":"Rex"}"#, 200, "Rex"), (#"{"code":1,"message":"No"}"#, 404, "404: No"),
        ("", 500, "Status 500"),
        (#"{"id":7}"#, 200, "ModelError: status 200 (Nameless)"),
    ])
    func anOutcomeIsSwitchedOver(body: String, status: Int, shown: String) async {
        let client = answering(body, status: status)
        let log = Log<String>()
        func show(_ text: String) { log.append(text) }
        func show(_ pet: Pet) { log.append(pet.name) }
        switch await client.outcome(of: PetRoutes().pet) {
        case .value(let pet): show(pet)
        case .httpError(let error, let body as APIError): show("\(error.status): \(body.message)")
        case .httpError(let error, _): show("Status \(error.status)")
        case .failure(let error): show("\(error)")
        case .cancelled: break
        }
        #expect(log.all == [shown])
    }

    @Test func aStatusIsCaught() async throws {
        let client = answering("{}", status: 404)
        let log = Log<String>()
        func show(_ pet: Pet) { log.append("pet") }
        func showNothing() { log.append("nothing") }
        do {
            show(try await client.response(for: PetRoutes().pet))
        } catch let error as any HTTPStatusError where error.httpError.status == 404 {
            showNothing()
        }
        #expect(log.all == ["nothing"])
    }

    @Test func aClientIsMade() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id":7,"name":"Rex"}"#) }
        defer { server.stop() }
        let base = URL(string: server.url("/v1"))
        let client = HTTPClient(baseURL: base)
        let pet = try await client.response(for: PetRoutes().pet)
        #expect(pet == Pet(id: 7))
        #expect(server.requestCount(for: "/v1/pets/7") == 1)
    }

    @Test func headersAddUp() {
        #expect(Fields().headers.fields.count == 2)
    }

    @Test func anyMethodHasARoute() {
        struct Routes {
            @Route(.init(rawValue: "PURGE"), "cache") var purge: Resource<Void>
        }
        #expect(Routes().purge.method.rawValue == "PURGE")
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
}

extension ResourceSampleTests.PetRoutes {
    init() { self.init(new: ResourceSampleTests.NewPet(name: "Rex")) }
}
