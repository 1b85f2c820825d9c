import Foundation
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

extension DataSource {
    static let staging = DataSource(rawValue: "staging")
}

/// Whom requests are asked of.
extension ResourceSampleTests {
    /// Keeps pets in a store: `GET` gives what `POST` added.
    actor PetShelf {
        private let store: any Store
        private let key = StoreKey(namespace: "pets", identifier: "all")
        private var pets: [Pet] = []

        init(in store: any Store) async throws {
            self.store = store
            guard case .value(let bytes)? = try await store.entry(for: key)?.content else { return }
            pets = try JSONDecoder().decode([Pet].self, from: bytes)
        }

        func answer(_ call: HTTPCall) async throws -> HTTPResponse {
            switch (call.method, call.path) {
            case (.get, "/pets"): return try .json(pets)
            case (.post, "/pets"):
                pets.append(try call.json(Pet.self))
                let bytes = try JSONEncoder().encode(pets)
                _ = try await store.write(.value(bytes), for: key, savedAt: Date(), under: WritePermit())
                return HTTPResponse(status: 201)
            default: return HTTPResponse(status: 404)
            }
        }
    }

    @Test func sourcesAreSwitched() async throws {
        let mock = HTTPTransport { call in
            call.path == "/pets/7" ? try .json(["id": 7]) : HTTPResponse(status: 404)
        }
        let direct = HTTPClient(baseURL: URL(string: "http://mock"), transport: mock)
        #expect(try await direct.response(for: Resource<[String: Int]>("pets/7")) == ["id": 7])
        let sources = DataSources([
            .release: .init(baseURL: URL(string: "https://api.example.com/v1"), transport: HTTPTransport()),
            .mock: .init(baseURL: URL(string: "http://mock"), transport: mock),
        ])
        let client = HTTPClient(sources: sources)
        sources.current = .mock  // from the next call on
        #expect(try await client.response(for: Resource<[String: Int]>("pets/7")) == ["id": 7])
        guard case .httpError(let error, nil) = await client.outcome(of: Resource<Void>("v1/pets/7")) else {
            throw Nameless()
        }
        #expect(error.status == 404)
    }

    @Test func theFirstSourceIsChosen() {
        let sites: [DataSource: DataSources.Site] = [:]
        #if DEBUG
            let first = DataSource.development
        #else
            let first = DataSource.release
        #endif
        let sources = DataSources(sites, current: first)
        #expect(sources.current == first)
        let environment = ["SOURCE": "staging"]
        if let name = environment["SOURCE"] { sources.current = DataSource(rawValue: name) }
        #expect(sources.current == .staging)
    }

    @Test func oneRequestHasASourceOfItsOwn() async throws {
        let sources = DataSources([.mock: .init(baseURL: URL(string: "http://mock"), transport: HTTPTransport())])
        let client = HTTPClient(sources: sources)
        var pets = Resource<[Pet]>("pets")
        pets.source = .local
        await #expect(throws: DataSourceError(missing: .local)) { try await client.response(for: pets) }
    }

    @Test func twoSourcesKeepWhatTheyWereSent() async throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        let file = folder.appending(path: "pets.sqlite")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let memory = try await PetShelf(in: MemoryStore())
        let database = try await PetShelf(in: SQLiteStore(file: file))
        let base = URL(string: "http://pets")
        let sources = DataSources(
            [
                .mock: .init(baseURL: base, transport: HTTPTransport { try await memory.answer($0) }),
                .local: .init(baseURL: base, transport: HTTPTransport { try await database.answer($0) }),
            ],
            current: .mock
        )
        let client = HTTPClient(sources: sources)
        let pets = Resource<[Pet]>("pets")
        try await client.response(for: Resource<Void>(.post, "pets", body: .json(Pet(id: 1))))
        sources.current = .local
        try await client.response(for: Resource<Void>(.post, "pets", body: .json(Pet(id: 2))))
        #expect(try await client.response(for: pets) == [Pet(id: 2)])
        sources.current = .mock
        #expect(try await client.response(for: pets) == [Pet(id: 1)])
        let later = try await PetShelf(in: SQLiteStore(file: file))
        let answer = try await later.answer(HTTPCall(url: try #require(URL(string: "http://pets/pets"))))
        #expect(try answer.json([Pet].self) == [Pet(id: 2)])
    }

    @Test func manyAtOnceAreAllKept() async throws {
        let store = try await SQLiteStore.inMemory()
        let shelf = try await PetShelf(in: store)
        let client = HTTPClient(
            baseURL: URL(string: "http://pets"),
            transport: HTTPTransport { try await shelf.answer($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 1...20 {
                group.addTask {
                    try await client.response(for: Resource<Void>(.post, "pets", body: .json(Pet(id: id))))
                }
            }
            try await group.waitForAll()
        }
        let pets = try await client.response(for: Resource<[Pet]>("pets"))
        #expect(pets.map(\.id).sorted() == Array(1...20))
        let later = try await PetShelf(in: store)
        let answer = try await later.answer(HTTPCall(url: try #require(URL(string: "http://pets/pets"))))
        #expect(try answer.json([Pet].self) == pets)
    }
}
