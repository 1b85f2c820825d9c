import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

extension HTTPClient {
    func pets(page: Int) async throws -> [Pet] {
        try await response(for: Resource<[Pet]>("pets", parameters: ["page": page]))
    }
}

/// How routes are declared and called, and what comes of it.
extension ResourceSampleTests {
    struct PetRoutes {
        @GET("pets", parameters: ["page": 1], as: [PetResponse].self) var pets: Resource<[Pet]>
        @GET("pets/7", as: PetResponse.self, errorBody: APIError.self) var pet: Resource<Pet>
        @POST var create: Resource<Pet>

        init(new: NewPet) {
            _create = POST("pets", body: .json(new), as: PetResponse.self)
        }
    }

    struct PhotoRoutes {
        @GET("pets/7/photo") var photo: Resource<Data>
        @DELETE("pets/7/photo") var remove: Resource<Void>
        @Route(.init(rawValue: "PURGE"), "cache") var purge: Resource<Void>
        @UPLOAD var add: Resource<Void>

        init(file: URL) {
            _add = UPLOAD("pets/7/photo", body: .file(file, contentType: "image/jpeg"))
        }
    }

    private static let rex = #"{"id":7,"name":"Rex"}"#

    @Test func aClientIsMade() async throws {
        let server = try LoopbackServer { _ in .json(Self.rex) }
        defer { server.stop() }
        let base = URL(string: server.url("/v1"))
        let rex = NewPet(name: "Rex")
        let routes = PetRoutes(new: rex)
        let client = HTTPClient(baseURL: base)
        let pet = try await client.response(for: routes.pet)
        #expect(pet == Pet(id: 7))
        #expect(server.requestCount(for: "/v1/pets/7") == 1)
    }

    @Test func anyMethodHasARoute() {
        let routes = PhotoRoutes(file: URL(filePath: "/photo.jpg"))
        #expect(routes.purge.method.rawValue == "PURGE")
        #expect(routes.remove.method == .delete)
        #expect(routes.add.method == .post)
        #expect(routes.photo.url == "pets/7/photo")
    }

    @Test func aRouteIsCalledInEveryForm() async throws {
        let (client, routes, shown) = (answering(Self.rex), PetRoutes(new: NewPet(name: "Rex")), Counter())
        @Sendable func show(_ pet: Pet) { if pet == Pet(id: 7) { shown.increment() } }
        let pet = try await client.response(for: routes.pet, duplicates: .join)
        for try await element in client.responses(to: routes.pet) {
            switch element {
            case .stored(let stored): show(stored.value)
            case .fetched(let pet): show(pet)
            case .progress: break
            }
        }
        #expect(pet == Pet(id: 7))
        #expect(shown.value == 1)
        client.request(routes.pet, on: .mainActor) { outcome in
            if let pet = outcome.value { show(pet) }
        }
        await shown.reach(2)
        #expect(try await answering("[\(Self.rex)]").pets(page: 1).map(\.id) == [7])
    }

    @Test func aRouteIsCalledOff() async throws {
        let (gate, routes, log) = (Gate(), PetRoutes(new: NewPet(name: "Rex")), Log<String>())
        let mock = HTTPTransport { _ in
            await gate.pass()
            return HTTPResponse()
        }
        defer { gate.open() }
        let client = HTTPClient(baseURL: URL(string: "http://mock"), transport: mock)
        let (first, second) = (Gate(), Gate())
        let handle = client.request(routes.pet) { outcome in
            log.append("\(outcome)")
            first.open()
        }
        handle.cancel()
        await first.pass()
        client.request(routes.pet) { outcome in
            log.append("\(outcome)")
            second.open()
        }
        while await !client.contains(routes.pet) { await Task.yield() }
        let isInFlight = await client.contains(routes.pet)
        let ended = await client.cancel(routes.pet)
        await second.pass()
        #expect(isInFlight)
        #expect(ended == 1)
        #expect(log.all == ["cancelled(cancelled)", "cancelled(cancelled)"])
    }

    @Test(arguments: [
        (Self.rex, 200, "Rex"), (#"{"code":1,"message":"No"}"#, 404, "404: No"), ("", 500, "Status 500"),
        (#"{"id":7}"#, 200, "ModelError: status 200 (Nameless)"),
    ])
    func anOutcomeIsSwitchedOver(body: String, status: Int, shown: String) async {
        let (client, routes) = (answering(body, status: status), PetRoutes(new: NewPet(name: "Rex")))
        let log = Log<String>()
        func show(_ text: String) { log.append(text) }
        func show(_ pet: Pet) { log.append(pet.name) }
        switch await client.outcome(of: routes.pet) {
        case .value(let pet): show(pet)
        case .httpError(let error, let body as APIError): show("\(error.status): \(body.message)")
        case .httpError(let error, _): show("Status \(error.status)")
        case .failure(let error): show("\(error)")
        case .cancelled: break
        }
        #expect(log.all == [shown])
    }

    @Test func aStatusIsCaught() async throws {
        let (client, routes) = (answering("{}", status: 404), PetRoutes(new: NewPet(name: "Rex")))
        let log = Log<String>()
        func show(_ pet: Pet) { log.append("pet") }
        func showNothing() { log.append("nothing") }
        do {
            show(try await client.response(for: routes.pet))
        } catch let error as any HTTPStatusError where error.httpError.status == 404 {
            showNothing()
        }
        #expect(log.all == ["nothing"])
    }

    @Test func anUploadIsWatched() async throws {
        let server = try LoopbackServer { _ in .status(201) }
        defer { server.stop() }
        let client = HTTPClient(baseURL: URL(string: server.url("/")))
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(repeating: 7, count: 200_000).write(to: file)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        let log = Log<Double>()
        func show(_ fraction: Double) { log.append(fraction) }
        for try await element in client.responses(to: PhotoRoutes(file: file).add, includingProgress: true) {
            if case .progress(let progress) = element, let whole = progress.expectedToSend {
                show(Double(progress.sent) / Double(whole))
            }
        }
        #expect(log.all.last == 1)
        #expect(log.all == log.all.sorted())
    }
}
