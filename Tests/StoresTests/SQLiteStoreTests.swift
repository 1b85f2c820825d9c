import Foundation
import RequestScheduler
import RequestStores
import TestSupport
import Testing

/// What a SQLite store does beyond the contract of every store.
@Suite(.timeLimit(.minutes(3)))
struct SQLiteStoreTests {
    private let folder: Folder
    private let path: String
    private let order = FenceOrder()
    private let key = StoreKey.named("a", .user)

    init() throws {
        folder = try Folder()
        path = folder.path("store.sqlite")
    }

    private func open() async throws -> SQLiteStore {
        try await SQLiteStore(.file(path: path), order: order)
    }

    private func write(_ text: String, to store: SQLiteStore, under permit: WritePermit) async throws -> WriteOutcome {
        try await store.write(.raw(Data(text.utf8)), for: key, savedAt: Bench.savedAt, under: permit)
    }

    @Test func reopeningAFileFindsItsEntries() async throws {
        let point = try await {
            let store = try await SQLiteStore(file: URL(filePath: path))
            let permit = WritePermit()
            #expect(try await write("kept", to: store, under: permit) == .written)
            await store.close()
            return permit.point
        }()
        let entry = try #require(await SQLiteStore(file: URL(filePath: path)).entry(for: key))
        #expect(entry.text == "kept")
        #expect(entry.savedAt == Bench.savedAt)
        #expect(entry.version == point)
    }

    @Test func aStoreDeclaresWhatItTakes() async throws {
        let store = try await SQLiteStore.inMemory(dataClasses: [.user])
        #expect(store.dataClasses == [.user])
        #expect(store.kind == .sqlite)
        #expect(!store.keepsLiveValues)
    }

    @Test func twoStoresOverOneFileKeepOneOrder() async throws {
        let link = folder.path("link.sqlite")
        let one = try await open()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let other = try await SQLiteStore(.file(path: link), order: order)
        let (older, before) = (WritePermit(in: order), WritePermit(in: order))
        #expect(try await write("newer", to: other, under: WritePermit(in: order)) == .written)
        #expect(try await write("older", to: one, under: older) == .superseded)
        try await other.remove(key, at: order.draw())
        #expect(try await write("before the removal", to: one, under: before) == .superseded)
        #expect(try await one.entry(for: key) == nil)
    }

    @Test func manyStoresOverOneFileAtOnceLeaveTheNewestOfEveryKey() async throws {
        var stores: [SQLiteStore] = []
        for _ in 0..<4 { stores.append(try await open()) }
        let permits = (0..<120).map { _ in WritePermit(in: order) }
        let names = ["a", "b", "c"]
        try await withThrowingTaskGroup { [stores] group in
            for (index, permit) in permits.enumerated().shuffled() {
                group.addTask {
                    let key = StoreKey.named(names[index % names.count])
                    let content = StoredContent.raw(Data("\(index)".utf8))
                    let store = stores[index / names.count % stores.count]
                    _ = try await store.write(content, for: key, savedAt: Bench.savedAt, under: permit)
                }
            }
            try await group.waitForAll()
        }
        for (offset, name) in names.enumerated() {
            let newest = permits.count - names.count + offset
            #expect(try await stores[0].entry(for: .named(name))?.text == "\(newest)")
            #expect(try await stores[1].entry(for: .named(name))?.version == permits[newest].point)
        }
    }

    @Test func waitingForALockHoldsNoThreadOfTheCooperativePool() async throws {
        var stores: [SQLiteStore] = []
        for _ in 0..<8 { stores.append(try await open()) }
        let blocker = try SQLiteConnection(.file(path: path))
        try blocker.execute("BEGIN IMMEDIATE")
        let started = Counter()
        let writes = stores.map { store in
            Task { [order, key] in
                let permit = WritePermit(in: order)
                started.increment()
                return try await store.write(.raw(Data()), for: key, savedAt: Bench.savedAt, under: permit)
            }
        }
        await started.reach(stores.count)
        // One is enough to show that there is a thread for it; on a busy machine more would outlast the stores' patience.
        await Task {}.value
        try blocker.execute("COMMIT")
        let outcomes = Log<WriteOutcome>()
        for write in writes { outcomes.append(try await write.value) }
        #expect(outcomes.all.contains(.written))
        #expect(!outcomes.all.contains(.revoked))
    }

    @Test func aWriteThatDoesNotLandLeavesNoLock() async throws {
        let store = try await open()
        let neighbour = try SQLiteConnection(.file(path: path))
        let (older, revoked) = (WritePermit(in: order), WritePermit(in: order))
        #expect(try await write("kept", to: store, under: WritePermit(in: order)) == .written)
        #expect(try await write("older", to: store, under: older) == .superseded)
        try neighbour.execute("BEGIN IMMEDIATE; COMMIT")
        revoked.revoke()
        #expect(try await write("revoked", to: store, under: revoked) != .written)
        try neighbour.execute("BEGIN IMMEDIATE; COMMIT")
        // A time that is no number violates a constraint of the table.
        let invalid = Date(timeIntervalSinceReferenceDate: .nan)
        await #expect(throws: SQLiteError.self) {
            try await store.write(.raw(Data()), for: key, savedAt: invalid, under: WritePermit(in: order))
        }
        try neighbour.execute("BEGIN IMMEDIATE; COMMIT")
        #expect(try await store.entry(for: key)?.text == "kept")
    }

    @Test func aFailedWriteDoesNotHoldBackAnOlderOne() async throws {
        let store = try await open()
        let (older, newer) = (WritePermit(in: order), WritePermit(in: order))
        let invalid = Date(timeIntervalSinceReferenceDate: .nan)
        await #expect(throws: SQLiteError.self) {
            try await store.write(.raw(Data()), for: key, savedAt: invalid, under: newer)
        }
        #expect(try await write("older", to: store, under: older) == .written)
    }

    @Test func aClosedStoreRefusesEveryOperation() async throws {
        let store = try await open()
        await store.close()
        await store.close()
        await #expect(throws: SQLiteError.self) { try await store.entry(for: key) }
        await #expect(throws: SQLiteError.self) { try await write("late", to: store, under: WritePermit(in: order)) }
        await #expect(throws: SQLiteError.self) { try await store.remove(key, at: order.draw()) }
        await #expect(throws: SQLiteError.self) { try await store.remove(key, ifStill: order.draw()) }
        await #expect(throws: SQLiteError.self) { try await store.removeAll(of: .user, at: order.draw()) }
        let error = await #expect(throws: SQLiteError.self) { try await store.removeAll(at: order.draw()) }
        #expect(error?.reason == .closed)
        #expect(error?.code == 0)
    }

    @Test func aClosedFileLeavesNoLogBesideIt() async throws {
        let store = try await open()
        #expect(try await write("kept", to: store, under: WritePermit(in: order)) == .written)
        await store.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store.sqlite"])
    }

    @Test func aLiveValueIsATypedErrorAndLeavesThePermit() async throws {
        let store = try await open()
        let permit = WritePermit(in: order)
        let error = await #expect(throws: SQLiteError.self) {
            try await store.write(.live(1), for: key, savedAt: Bench.savedAt, under: permit)
        }
        #expect(error?.reason == .liveValue)
        #expect(try await write("bytes", to: store, under: permit) == .written)
    }

    @Test(arguments: ["form = 9", "form = -1"])
    func anEntryThatCannotBeDecodedIsATypedErrorAndCanBeReplaced(_ damage: String) async throws {
        let store = try await open()
        #expect(try await write("kept", to: store, under: WritePermit(in: order)) == .written)
        try SQLiteConnection(.file(path: path)).execute("UPDATE entry SET \(damage)")
        let error = await #expect(throws: SQLiteError.self) { try await store.entry(for: key) }
        #expect(error?.reason == .undecodableEntry)
        #expect(try await write("new", to: store, under: WritePermit(in: order)) == .written)
        #expect(try await store.entry(for: key)?.text == "new")
    }
}
