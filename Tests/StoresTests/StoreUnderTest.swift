import Foundation
import RequestScheduler
import RequestStores
import Testing

/// A store whose fence marks a test can count.
protocol FencedStore: Store {
    var markCount: Int { get async }
}

extension MemoryStore: FencedStore {
    var markCount: Int { fence.markCount }
}

extension SQLiteStore: FencedStore {
    var markCount: Int { fence.markCount }
}

extension FileStore: FencedStore {
    var markCount: Int { fence.markCount }
}

/// A kind of store that the contract is checked on; a further one joins with a line in `all`.
struct StoreUnderTest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (FenceOrder, Folder) async throws -> any FencedStore

    static let all = transient + persistent

    static let transient = [
        StoreUnderTest(testDescription: "memory") { order, _ in MemoryStore(order: order) },
        StoreUnderTest(testDescription: "SQLite in memory") { order, _ in
            try await SQLiteStore(.memory, order: order)
        },
    ]

    /// Two of one kind in one folder are two stores over the same entries.
    static let persistent = [
        StoreUnderTest(testDescription: "SQLite file") { order, folder in
            try await SQLiteStore(.file(path: folder.path("store.sqlite")), order: order)
        },
        StoreUnderTest(testDescription: "files") { order, folder in
            try await FileStore(path: folder.path("store.files"), order: order)
        },
    ]
}

/// A folder of its own for one test, removed with its last reference.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "RequestStores-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            Issue.record(error)
        }
    }

    func path(_ name: String) -> String {
        url.appending(path: name).path(percentEncoded: false)
    }
}

/// Whether the system keeps this user from writing into a folder whose mode forbids it.
enum FolderWithoutWriting {
    static func isEnforced() throws -> Bool {
        let folder = try Folder()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
        return !FileManager.default.isWritableFile(atPath: folder.url.path)
    }
}

/// One store in an order and a folder of its own, with shorter ways to say what tests say often.
struct Bench {
    let order = FenceOrder()
    let folder: Folder
    let store: any FencedStore

    static let savedAt = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)

    init(_ kind: StoreUnderTest, in folder: Folder? = nil) async throws {
        self.folder = try folder ?? Folder()
        store = try await kind.make(order, self.folder)
    }

    func permit() -> WritePermit { WritePermit(in: order) }

    @discardableResult
    func write(_ text: String, for key: StoreKey, under permit: WritePermit? = nil) async throws -> WriteOutcome {
        let permit = permit ?? self.permit()
        return try await store.write(.raw(Data(text.utf8)), for: key, savedAt: Bench.savedAt, under: permit)
    }

    func text(for key: StoreKey) async throws -> String? {
        try await store.entry(for: key)?.text
    }
}

extension StoredEntry {
    /// The bytes as text, if they are bytes.
    var text: String? {
        switch content {
        case .raw(let data), .value(let data): String(decoding: data, as: UTF8.self)
        case .live: nil
        }
    }
}

extension StoreKey {
    static func named(_ identifier: String, _ dataClass: DataClass = .default) -> StoreKey {
        StoreKey(namespace: "test", identifier: identifier, dataClass: dataClass)
    }
}

extension DataClass {
    static let user = DataClass(rawValue: "user")
}
