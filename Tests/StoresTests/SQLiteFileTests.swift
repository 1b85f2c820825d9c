import Foundation
import RequestScheduler
import RequestStores
import Testing

/// Opening files of every kind, and files that cannot take what is written.
@Suite(.timeLimit(.minutes(3)))
struct SQLiteFileTests {
    private let folder: Folder
    private let path: String
    private let order = FenceOrder()

    init() throws {
        folder = try Folder()
        path = folder.path("store.sqlite")
    }

    private func open(_ location: SQLiteConnection.Location? = nil) async throws(SQLiteError) -> SQLiteStore {
        try await SQLiteStore(location ?? .file(path: path), order: order)
    }

    private func put(_ data: Data, as name: String, in store: SQLiteStore) async throws {
        let outcome = try await store.write(
            .raw(data),
            for: .named(name),
            savedAt: Bench.savedAt,
            under: WritePermit(in: order)
        )
        #expect(outcome == .written)
    }

    private func contents() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    private func expectRefusal(_ reason: SQLiteError.Reason, sourceLocation: SourceLocation = #_sourceLocation) async {
        let error = await #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) { try await open() }
        #expect(error?.reason == reason, sourceLocation: sourceLocation)
    }

    @Test func aMissingFolderIsCreated() async throws {
        let file = folder.url.appending(path: "one/two/store.sqlite")
        let store = try await SQLiteStore(file: file)
        #expect(FileManager.default.fileExists(atPath: file.path))
        await store.close()
    }

    @Test func aFolderThatCannotBeCreatedIsATypedError() async throws {
        try Data().write(to: URL(filePath: path))
        let error = await #expect(throws: SQLiteError.self) {
            try await SQLiteStore(file: URL(filePath: path).appending(path: "below/store.sqlite"))
        }
        #expect(error?.reason == .cannotOpen)
    }

    @Test func aFolderIsNotAFile() async throws {
        let error = await #expect(throws: SQLiteError.self) { try await SQLiteStore(file: folder.url) }
        #expect(error?.reason == .cannotOpen)
    }

    @Test func aURLThatIsNotOfAFileIsATypedError() async throws {
        let url = try #require(URL(string: "https://example.com/store.sqlite"))
        let error = await #expect(throws: SQLiteError.self) { try await SQLiteStore(file: url) }
        #expect(error?.reason == .cannotOpen)
    }

    @Test func aPathIsNotCutOffAtANUL() async throws {
        let error = await #expect(throws: SQLiteError.self) { try await open(.file(path: path + "\0.sqlite")) }
        #expect(error?.reason == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [
        "CREATE TABLE notes(text); INSERT INTO notes VALUES ('mine')",
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, payload BLOB); INSERT INTO entry VALUES (1, x'00')",
        "CREATE TABLE notes(text); PRAGMA application_id = 7; PRAGMA user_version = 1",
        "CREATE TABLE notes(text); PRAGMA user_version = 1",
        "PRAGMA application_id = 7", "PRAGMA user_version = 1",
    ])
    func aDatabaseOfAnotherApplicationIsRefusedUnchanged(_ sql: String) async throws {
        try SQLiteConnection(.file(path: path)).execute(sql)
        let before = try contents()
        await expectRefusal(.foreignDatabase)
        #expect(try contents() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store.sqlite"])
    }

    @Test func aDatabaseOfAnotherApplicationInUseIsRefusedUnchanged() async throws {
        let owner = try SQLiteConnection(.file(path: path))
        try owner.execute("PRAGMA journal_mode = WAL; CREATE TABLE notes(text); INSERT INTO notes VALUES ('mine')")
        await expectRefusal(.foreignDatabase)
        #expect(try owner.integer("SELECT count(*) FROM notes WHERE text = 'mine'") == 1)
        #expect(try owner.integer("SELECT count(*) FROM sqlite_master") == 1)
    }

    @Test func aFileOfALaterVersionIsRefusedUnchanged() async throws {
        try await put(Data("kept".utf8), as: "a", in: open())
        try SQLiteConnection(.file(path: path)).execute("PRAGMA user_version = 9999")
        await expectRefusal(.newerVersion)
        let connection = try SQLiteConnection(.file(path: path))
        #expect(try connection.integer("SELECT count(*) FROM entry") == 1)
        #expect(try connection.integer("PRAGMA user_version") == 9999)
    }

    @Test(.bug("https://github.com/couchbase/couchbase-lite-ios/issues/687", "opening an older file fails"))
    func aFileOfAnEarlierVersionIsRebuilt() async throws {
        try SQLiteConnection(.file(path: path)).execute(
            """
            CREATE TABLE entry(id INTEGER PRIMARY KEY, text TEXT); INSERT INTO entry VALUES (1, 'old');
            PRAGMA application_id = \(0x5271_5374); PRAGMA user_version = 0
            """
        )
        let store = try await open()
        #expect(try await store.entry(for: .named("a")) == nil)
        try await put(Data("new".utf8), as: "a", in: store)
        #expect(try await store.entry(for: .named("a"))?.text == "new")
    }

    @Test func anEmptyFileBecomesAStore() async throws {
        try Data().write(to: URL(filePath: path))
        try await put(Data("new".utf8), as: "a", in: open())
    }

    @Test func aFileThatIsNoDatabaseIsRefusedUnchanged() async throws {
        let text = Data(String(repeating: "not a database ", count: 1_000).utf8)
        try text.write(to: URL(filePath: path))
        await expectRefusal(.damaged)
        #expect(try contents() == text)
    }

    @Test func aDamagedFileIsATypedErrorWhenItIsOpenedOrRead() async throws {
        do {
            let store = try await open()
            for index in 0..<50 { try await put(Data(count: 1_000), as: "\(index)", in: store) }
            await store.close()
        }
        let sound = try contents()
        var overwritten = sound
        overwritten.replaceSubrange(4_096..., with: Data(repeating: 0xa5, count: sound.count - 4_096))
        for damaged in [overwritten, sound.prefix(sound.count / 2), sound.prefix(4_096), sound.prefix(5_000)] {
            try damaged.write(to: URL(filePath: path))
            let error = await #expect(throws: SQLiteError.self) {
                let store = try await open()
                for index in 0..<50 { _ = try await store.entry(for: .named("\(index)")) }
            }
            #expect(error?.reason == .damaged)
        }
    }

    @Test func aFileWithoutItsTableIsATypedErrorAtOpening() async throws {
        await (try open()).close()
        try SQLiteConnection(.file(path: path)).execute("DROP TABLE entry")
        await expectRefusal(.other)
    }

    @Test func aDatabaseThatMayNotBeWrittenIsATypedErrorAtOpening() async throws {
        await (try open()).close()
        let error = await #expect(throws: SQLiteError.self) { try await open(.readOnlyFile(path: path)) }
        #expect(error?.reason == .readOnly)
    }

    @Test(
        .enabled("as root every folder may be written") { try FolderWithoutWriting.isEnforced() },
        .bug("https://github.com/groue/GRDB.swift/issues/771", "opens, then fails at the first statement"),
        arguments: [0o444, 0o644],
        [0o555, 0o755]
    )
    func permissionsThatDoNotSufficeAreATypedErrorAtOpening(file: Int, folder mode: Int) async throws {
        await (try open()).close()
        let folderPath = folder.url.path
        try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folderPath)
        let opened = await Task { () async throws(SQLiteError) in try await open() }.result
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folderPath)
        if file == 0o644, mode == 0o755 {
            await (try opened.get()).close()
        } else {
            let error = #expect(throws: SQLiteError.self) { try opened.get() }
            #expect([.readOnly, .cannotOpen].contains(error?.reason))
        }
    }

    @Test(
        .bug("https://github.com/requests-cache/requests-cache/issues/339", "a full disk damages the cache")
    )
    func aFullDiskIsATypedErrorAndLeavesEarlierEntriesIntact() async throws {
        let store = try await open()
        try await store.limitPages(to: 40)
        func payload(_ index: Int, _ count: Int = 3_000) -> Data { Data(repeating: UInt8(index % 251), count: count) }
        var written = 0
        let error = await #expect(throws: SQLiteError.self) {
            while written < 1_000 {
                try await put(payload(written), as: "\(written)", in: store)
                written += 1
            }
        }
        #expect(error?.reason == .full)
        #expect(error.map { "\($0)" } == "SQLiteError: full (SQLite 13, extended 13: database or disk is full)")
        #expect((10..<1_000).contains(written))
        // An entry that would grow beyond the limit stays as it was.
        await #expect(throws: SQLiteError.self) { try await put(payload(9, 100_000), as: "0", in: store) }
        for index in 0..<written {
            guard case .raw(let data) = try await store.entry(for: .named("\(index)"))?.content else {
                Issue.record("entry \(index) is gone")
                continue
            }
            #expect(data == payload(index))
        }
        #expect(try await store.entry(for: .named("\(written)")) == nil)
        for index in 0..<5 { try await store.remove(.named("\(index)"), at: order.draw()) }
        try await put(payload(7), as: "again", in: store)
        #expect(await store.markCount == 0)
    }

    @Test func severalWhoCreateAFileAtOnceAllSucceed() async throws {
        for round in 0..<10 {
            let path = folder.path("race-\(round).sqlite")
            try await withThrowingTaskGroup { group in
                for index in 0..<6 {
                    group.addTask {
                        let store = try await open(.file(path: path))
                        try await put(Data("\(index)".utf8), as: "\(index)", in: store)
                    }
                }
                try await group.waitForAll()
            }
            let store = try await open(.file(path: path))
            for index in 0..<6 { #expect(try await store.entry(for: .named("\(index)"))?.text == "\(index)") }
        }
    }
}
