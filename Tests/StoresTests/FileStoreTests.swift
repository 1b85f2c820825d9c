import Foundation
import RequestScheduler
import RequestStores
import TestSupport
import Testing

/// What a file store does beyond the contract of every store.
@Suite(.timeLimit(.minutes(3)))
struct FileStoreTests {
    private let files: StoreFiles
    private let order = FenceOrder()
    private let key = StoreKey.named("a", .user)

    init() throws {
        files = try StoreFiles()
    }

    private func open() async throws -> FileStore {
        try await FileStore(path: files.path, order: order)
    }

    private func write(_ text: String, to store: FileStore, under permit: WritePermit) async throws -> WriteOutcome {
        try await store.write(.raw(Data(text.utf8)), for: key, savedAt: Bench.savedAt, under: permit)
    }

    @Test func aStoreDeclaresWhatItTakes() async throws {
        let store = try await FileStore(folder: files.url, dataClasses: [.user])
        #expect(store.dataClasses == [.user])
        #expect(store.kind == .file)
        #expect(!store.keepsLiveValues)
    }

    @Test func reopeningAFolderFindsItsEntries() async throws {
        let permit = WritePermit()
        #expect(try await write("kept", to: FileStore(folder: files.url), under: permit) == .written)
        let entry = try #require(await FileStore(folder: files.url).entry(for: key))
        #expect(entry.text == "kept")
        #expect(entry.savedAt == Bench.savedAt)
        #expect(entry.version == permit.point)
    }

    @Test(arguments: ["", ".", "../../evil", "/abs", "a\0b", "secret-token", String(repeating: "long", count: 2_500)])
    func aKeyIsOneFileWhoseNameTellsNothing(_ name: String) async throws {
        let store = try await open()
        let key = StoreKey(
            scope: name,
            namespace: name,
            identifier: name,
            dataClass: DataClass(rawValue: name)
        )
        let permit = WritePermit(in: order)
        #expect(try await store.write(.raw(Data()), for: key, savedAt: Bench.savedAt, under: permit) == .written)
        let names = try files.names()
        #expect(names.count == 1)
        #expect(try #require(names.first).wholeMatch(of: /[0-9a-f]{16}-[0-9a-f]{32}-0\.entry/) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.folder.url.path) == ["store"])
        try await store.remove(key, at: order.draw())
        #expect(try files.names().isEmpty)
    }

    @Test func aFileIsReadableOnlyByItsUser() async throws {
        #expect(try await write("secret", to: open(), under: WritePermit(in: order)) == .written)
        for path in [files.path, try #require(files.entries().first).path] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(try #require(mode) & 0o077 == 0)
        }
    }

    @Test func whatIsNotWrittenLeavesNoFile() async throws {
        let store = try await open()
        let (older, revoked) = (WritePermit(in: order), WritePermit(in: order))
        #expect(try await write("kept", to: store, under: WritePermit(in: order)) == .written)
        revoked.revoke()
        #expect(try await write("older", to: store, under: older) == .superseded)
        #expect(try await write("revoked", to: store, under: revoked) != .written)
        #expect(try files.names().count == 1)
        #expect(try await store.entry(for: key)?.text == "kept")
    }

    @Test func twoStoresOverOneFolderKeepOneOrder() async throws {
        let one = try await open()
        let link = files.folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: files.path)
        let other = try await FileStore(path: link, order: order)
        let (older, before) = (WritePermit(in: order), WritePermit(in: order))
        #expect(try await write("newer", to: other, under: WritePermit(in: order)) == .written)
        #expect(try await write("older", to: one, under: older) == .superseded)
        try await other.remove(key, at: order.draw())
        #expect(try await write("before the removal", to: one, under: before) == .superseded)
        #expect(try await one.entry(for: key) == nil)
    }

    @Test func manyStoresOverOneFolderAtOnceLeaveTheNewestOfEveryKey() async throws {
        var stores: [FileStore] = []
        for _ in 0..<4 { stores.append(try await open()) }
        let permits = (0..<120).map { _ in WritePermit(in: order) }
        let names = ["a", "b", "c"]
        try await withThrowingTaskGroup { group in
            for index in permits.indices.shuffled() {
                let (store, permit) = (stores[index % 4], permits[index])
                let key = StoreKey.named(names[index % names.count])
                group.addTask {
                    let content = StoredContent.value(Data("\(index)".utf8))
                    _ = try await store.write(content, for: key, savedAt: Bench.savedAt, under: permit)
                }
                group.addTask { _ = try await store.entry(for: key) }
            }
            try await group.waitForAll()
        }
        for (offset, name) in names.enumerated() {
            let newest = permits.count - names.count + offset
            #expect(try await stores[0].entry(for: .named(name))?.text == "\(newest)")
            #expect(try await stores[1].entry(for: .named(name))?.version == permits[newest].point)
        }
        #expect(try files.names().count == names.count)
    }

    @Test func aStaleVersionIsNotRemovedOnceAnotherStoreRefreshedIt() async throws {
        let (one, other) = (try await open(), try await open())
        #expect(try await write("stale", to: one, under: WritePermit(in: order)) == .written)
        let stale = try #require(await one.entry(for: key)).version
        #expect(try await write("fresh", to: other, under: WritePermit(in: order)) == .written)
        try await one.remove(key, ifStill: stale)
        #expect(try await one.entry(for: key)?.text == "fresh")
    }

    @Test func waitingForTheFoldersLockHoldsNoThreadOfTheCooperativePool() async throws {
        var stores: [FileStore] = []
        for _ in 0..<8 { stores.append(try await open()) }
        let lock = try files.lock()
        let started = Counter()
        let writes = stores.map { store in
            Task {
                let permit = WritePermit(in: order)
                started.increment()
                return try await write("", to: store, under: permit)
            }
        }
        await started.reach(stores.count)
        for _ in 0..<100 { await Task {}.value }
        #expect(try files.names().isEmpty)
        try lock.close()
        var outcomes: [WriteOutcome] = []
        for write in writes { outcomes.append(try await write.value) }
        #expect(outcomes.contains(.written))
        #expect(!outcomes.contains(.revoked))
    }

    @Test func keysWhoseNamesCollideAreKeptApart() async throws {
        let store = try await FileStore(path: files.path, order: order) { _ in [UInt8](repeating: 7, count: 32) }
        let (first, second, third) = (StoreKey.named("a", .user), StoreKey.named("b"), StoreKey.named("c"))
        func put(_ text: String, _ key: StoreKey) async throws {
            let permit = WritePermit(in: order)
            let outcome = try await store.write(
                .raw(Data(text.utf8)),
                for: key,
                savedAt: Bench.savedAt,
                under: permit
            )
            #expect(outcome == .written)
        }
        try await put("first", first)
        #expect(try await store.entry(for: second) == nil)
        try await put("second", second)
        try await put("first again", first)
        #expect(try await store.entry(for: first)?.text == "first again")
        #expect(try await store.entry(for: second)?.text == "second")
        // There is no third name: nobody's entry is given up for it.
        let error = await #expect(throws: FileStoreError.self) { try await put("third", third) }
        #expect(error?.reason == .noFreeName)
        #expect(try await store.entry(for: third) == nil)
        try await store.remove(third, at: order.draw())
        try await store.removeAll(of: .user, at: order.draw())
        #expect(try await store.entry(for: first) == nil)
        #expect(try await store.entry(for: second)?.text == "second")
        // The second stays where it is, and is not written twice.
        try await put("second again", second)
        #expect(try files.names().count == 1)
        try await put("third", third)
        #expect(try await store.entry(for: second)?.text == "second again")
        #expect(try await store.entry(for: third)?.text == "third")
    }
}
