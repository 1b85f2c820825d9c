import Foundation
import RequestScheduler
import RequestStores
import RequestTransports

struct Pet: Codable, Hashable, Sendable { var name: String }

/// Keeps pets in a store, in memory or in a database: `GET` gives what `POST` added.
actor PetShelf {
    private let store: any Store
    private let key = StoreKey(namespace: "pets", identifier: "all")
    private var pets: [Pet] = []

    /// A shelf with the pets that are in the store already.
    init(in store: any Store) async throws {
        self.store = store
        guard case .value(let bytes)? = try await store.entry(for: key)?.content else { return }
        pets = try JSONDecoder().decode([Pet].self, from: bytes)
    }

    func answer(_ call: HTTPCall) async throws -> HTTPResponse {
        switch (call.method, call.path) {
        case (.get, "/pets"): return try .json(pets)
        case (.post, "/pets"):
            // Drawn in the order of the pets, so that no write overtakes a later one.
            pets.append(try call.json(Pet.self))
            let bytes = try JSONEncoder().encode(pets)
            _ = try await store.write(.value(bytes), for: key, savedAt: Date(), under: WritePermit())
            return HTTPResponse(status: 201)
        default: return HTTPResponse(status: 404)
        }
    }
}

/// A mock in memory and a local source over SQLite, behind one switch.
struct PetSources {
    let client: HTTPClient
    let sources: DataSources

    init(database file: URL) async throws {
        let memory = try await PetShelf(in: MemoryStore())
        let database = try await PetShelf(in: SQLiteStore(file: file))
        let base = URL(string: "http://pets")
        sources = DataSources(
            [
                .mock: .init(baseURL: base, transport: HTTPTransport { try await memory.answer($0) }),
                .local: .init(baseURL: base, transport: HTTPTransport { try await database.answer($0) }),
            ],
            current: .mock
        )
        client = HTTPClient(sources: sources)
    }

    func add(_ name: String) async throws {
        try await client.response(for: Resource<Void>(.post, "pets", body: .json(Pet(name: name))))
    }

    var names: String {
        get async throws {
            try await client.response(for: Resource<[Pet]>("pets")).map(\.name).joined(separator: ", ")
        }
    }
}

extension PetSources {
    /// Adds to both sources, switching between them, and tells what each gives then.
    static func show() async throws -> [(what: String, outcome: String, expected: String)] {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        let file = folder.appending(path: "pets.sqlite")
        defer { try? FileManager.default.removeItem(at: folder) }  // It is in the temporary folder anyway.
        let pets = try await PetSources(database: file)
        try await pets.add("Rex")
        pets.sources.current = .local
        try await pets.add("Max")
        try await pets.add("Kim")
        let local = try await pets.names
        pets.sources.current = .mock
        let mock = try await pets.names
        let later = try await PetSources(database: file)
        later.sources.current = .local
        return [
            ("local, over SQLite", local, "Max, Kim"), ("mock, in memory", mock, "Rex"),
            ("local, opened again", try await later.names, "Max, Kim"),
        ]
    }
}
