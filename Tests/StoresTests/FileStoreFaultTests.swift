import Foundation
import RequestScheduler
import RequestStores
import Testing

/// Files that are damaged, stray or somebody else's, and folders that cannot take what is written.
@Suite(.timeLimit(.minutes(3)))
struct FileStoreFaultTests {
    private let files: StoreFiles
    private let order = FenceOrder()
    private let key = StoreKey.named("a", .user)

    init() throws {
        files = try StoreFiles()
    }

    private func open(_ path: String? = nil) async throws(FileStoreError) -> FileStore {
        try await FileStore(path: path ?? files.path, order: order)
    }

    private func put(_ text: String, as key: StoreKey? = nil, in store: FileStore) async throws {
        let outcome = try await store.write(
            .raw(Data(text.utf8)),
            for: key ?? self.key,
            savedAt: Bench.savedAt,
            under: WritePermit(in: order)
        )
        #expect(outcome == .written)
    }

    private func expectRefusal(
        _ reasons: [FileStoreError.Reason],
        at path: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: FileStoreError.self, sourceLocation: sourceLocation) { try await open(path) }
        #expect(error.map { reasons.contains($0.reason) } == true, sourceLocation: sourceLocation)
    }

    @Test func aFileCutOffAnywhereIsAMissAndIsRemoved() async throws {
        let store = try await open()
        try await put("whole", in: store)
        let file = try #require(files.entries().first)
        let whole = try Data(contentsOf: file)
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            #expect(try await store.entry(for: key) == nil, "cut off after \(count) bytes")
            #expect(try files.names().isEmpty, "cut off after \(count) bytes")
        }
        try await put("again", in: store)
        #expect(try await store.entry(for: key)?.text == "again")
    }

    @Test func aFileWithAnyByteChangedIsAMiss() async throws {
        let store = try await open()
        try await put("whole", in: store)
        let file = try #require(files.entries().first)
        let whole = try Data(contentsOf: file)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x10
            try changed.write(to: file)
            #expect(try await store.entry(for: key) == nil, "byte \(index) changed")
            // What does not begin with the store's mark is not the store's.
            #expect(try files.names().isEmpty == (index >= 8), "byte \(index) changed")
        }
        try (whole + Data([0])).write(to: file)
        #expect(try await store.entry(for: key) == nil)
    }

    @Test func aDamagedFileGivesWayToAWriteAndToEveryRemoval() async throws {
        let store = try await open()
        func damage() async throws {
            try await put("whole", in: store)
            let file = try #require(files.entries().first)
            try Data(contentsOf: file).dropLast().write(to: file)
        }
        try await damage()
        try await put("new", in: store)
        #expect(try await store.entry(for: key)?.text == "new")
        for removal in StoreFenceContractTests.Removal.allCases {
            try await damage()
            try await store.removeAll(of: .default, at: order.draw())
            try await store.remove(.named("b"), at: order.draw())
            #expect(try files.names().count == 1)
            switch removal {
            case .entry: try await store.remove(key, at: order.draw())
            case .dataClass: try await store.removeAll(of: .user, at: order.draw())
            case .everything: try await store.removeAll(at: order.draw())
            }
            #expect(try files.names().isEmpty)
        }
    }

    @Test func strayFilesAreSweptWhenTheStoreIsOpenedOrCleared() async throws {
        let stray = "request-store-0123456789abcdef.aside"
        try files.put(Data("half an en".utf8), as: stray)
        let store = try await open()
        #expect(try files.names().isEmpty)
        try files.put(Data("half an en".utf8), as: stray)
        try await store.removeAll(of: .user, at: order.draw())
        #expect(try files.names().isEmpty)
    }

    @Test func filesOfAnybodyElseAreNeverTouched() async throws {
        let foreign = [
            "notes.txt", ".hidden", "x.entry", "0123456789abcdef-0123456789abcdef0123456789abcdef-0.entry",
            "0123456789abcdef-0123456789abcdef0123456789abcdef-2.entry", "request-store-1.aside",
            "request-store-0123456789abcdeX.aside", "other-0123456789abcdef.aside",
        ]
        for name in foreign { try files.put(Data("mine".utf8), as: name) }
        let store = try await open()
        try await put("a", in: store)
        try await put("b", as: .named("b"), in: store)
        try await store.remove(key, at: order.draw())
        try await store.removeAll(of: .default, at: order.draw())
        try await put("b", as: .named("b"), in: store)
        try await store.removeAll(at: order.draw())
        #expect(try files.names() == foreign.sorted())
        for name in foreign { #expect(try Data(contentsOf: files.url.appending(path: name)) == Data("mine".utf8)) }
    }

    @Test(arguments: ["file", "folder", "link", "dangling link"])
    func somethingForeignUnderAnEntrysNameIsLeftAlone(_ what: String) async throws {
        let store = try await open()
        try await put("whole", in: store)
        let file = try #require(files.entries().first)
        let outside = files.folder.url.appending(path: "outside")
        try FileManager.default.moveItem(at: file, to: outside)
        let before = try Data(contentsOf: outside)
        switch what {
        case "file": try Data("mine".utf8).write(to: file)
        case "folder": try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        case "link": try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)
        default: try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "nowhere")
        }
        #expect(try await store.entry(for: key) == nil)
        try await put("beside it", in: store)
        #expect(try await store.entry(for: key)?.text == "beside it")
        try await store.removeAll(at: order.draw())
        #expect(try files.names() == [file.lastPathComponent])
        #expect(try Data(contentsOf: outside) == before)
    }

    @Test func aMissingFolderIsCreated() async throws {
        let url = files.url.appending(path: "one/two/three", directoryHint: .isDirectory)
        let store = try await FileStore(folder: url)
        #expect(FileManager.default.fileExists(atPath: url.path))
        #expect(try await store.entry(for: key) == nil)
    }

    @Test func whatIsNoFolderIsATypedError() async throws {
        let file = files.folder.path("file")
        try Data("mine".utf8).write(to: URL(filePath: file))
        await expectRefusal([.notAFolder], at: file)
        await expectRefusal([.notAFolder], at: file + "/below")
        await expectRefusal([.notAFileURL], at: files.path + "\0more")
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
        let url = try #require(URL(string: "https://example.com/store"))
        let error = await #expect(throws: FileStoreError.self) { try await FileStore(folder: url) }
        #expect(error?.reason == .notAFileURL)
    }

    @Test(.enabled("as root every folder may be written") { try FolderWithoutWriting.isEnforced() })
    func aFolderThatMayNotBeWrittenIsATypedErrorAtOpening() async throws {
        try files.put(Data(), as: "file")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: files.path)
        await expectRefusal([.readOnly])
        await expectRefusal([.readOnly], at: files.path + "/below")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: files.path)
    }

    @Test(.enabled("only Linux has it") { FileManager.default.fileExists(atPath: "/proc/1") })
    func aFolderThatTakesNoFilesIsATypedErrorAtOpening() async throws {
        await expectRefusal([.readOnly, .missingFolder], at: "/proc")
        await expectRefusal([.readOnly, .missingFolder], at: "/proc/below")
    }

    @Test func aFolderThatGoesIsATypedErrorUntilItIsBack() async throws {
        let store = try await open()
        try await put("before", in: store)
        let away = files.folder.url.appending(path: "away")
        try FileManager.default.moveItem(at: files.url, to: away)
        let point = order.draw()
        let operations: [@Sendable () async throws -> Void] = [
            { _ = try await store.entry(for: key) }, { try await put("meanwhile", in: store) },
            { try await store.remove(key, at: point) }, { try await store.remove(key, ifStill: point) },
            { try await store.removeAll(of: .user, at: point) }, { try await store.removeAll(at: point) },
        ]
        for operation in operations {
            let error = await #expect(throws: FileStoreError.self) { try await operation() }
            #expect(error?.reason == .missingFolder)
            #expect(error.map { "\($0)" } == "FileStoreError: missingFolder (errno 2: No such file or directory)")
        }
        try FileManager.default.moveItem(at: away, to: files.url)
        #expect(try await store.entry(for: key)?.text == "before")
        try await put("after", in: store)
        #expect(try await store.entry(for: key)?.text == "after")
        #expect(await store.markCount == 0)
    }
}
