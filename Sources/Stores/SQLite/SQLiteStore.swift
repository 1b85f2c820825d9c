#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

extension StoreKind {
    /// Entries are rows of a SQLite database.
    public static let sqlite = StoreKind(rawValue: "sqlite")
}

/// A store in a SQLite database, in a file or in memory.
///
/// ```swift
/// let store = try await SQLiteStore(file: caches.appending(path: "responses.sqlite"))
/// ```
///
/// **Isolation.** It runs on a thread of its own queue: SQLite may block there, never a thread of the cooperative pool.
/// The operations do not look at the cancellation of the calling task.
///
/// **Files.** The file belongs to the store: a database of another application and one of a later version of this package
/// are refused and left unchanged. Several stores, in one process or in several, may have the same file open; in one
/// process they keep one order of writes and removals. SQLite keeps two more files next to it while it is open
/// ([write-ahead log](https://www.sqlite.org/wal.html)). A committed entry survives the end of the process; after a power
/// failure the last ones may be missing, never half there. A file that is removed while it is open goes on serving the
/// store that has it open and is gone with it: remove entries, or close the store first.
///
/// **Precision.** The time saved is given back exactly as it was written.
///
/// **Errors.** Every operation throws ``SQLiteError``.
public actor SQLiteStore: Store {
    /// The classes of data it takes; `nil` takes any.
    public nonisolated let dataClasses: Set<DataClass>?

    /// `StoreKind.sqlite`.
    public nonisolated var kind: StoreKind { .sqlite }

    /// The queue the store runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package private(set) var fence: StoreFence

    private nonisolated let executor: DispatchQueueExecutor
    private var table: SQLiteEntryTable?

    /// Opens the database in `file`, or creates it, with its folder.
    ///
    /// The file is opened, checked and tried for writing before this returns. A file or folder that may not be written is
    /// an error here: the store is never read-only.
    ///
    /// - Parameters:
    ///   - file: A file URL.
    ///   - dataClasses: The classes of data it takes; `nil` takes any.
    public init(file: URL, dataClasses: Set<DataClass>? = nil) async throws(SQLiteError) {
        guard file.isFileURL else { throw SQLiteError(.cannotOpen) }
        let path = file.absoluteURL.path(percentEncoded: false)
        try await self.init(.file(path: path), dataClasses: dataClasses, order: .process)
    }

    /// A store in memory, gone with its last reference: for tests, or to hold bytes more compactly than objects.
    public static func inMemory(dataClasses: Set<DataClass>? = nil) async throws(SQLiteError) -> SQLiteStore {
        try await SQLiteStore(.memory, dataClasses: dataClasses, order: .process)
    }

    package init(
        _ location: SQLiteConnection.Location,
        dataClasses: Set<DataClass>? = nil,
        order: FenceOrder
    ) async throws(SQLiteError) {
        self.dataClasses = dataClasses
        executor = DispatchQueueExecutor(label: "SQLiteStore")
        fence = StoreFence(in: order)
        table = nil
        // From here on this runs on the store's queue.
        try open(location, order: order)
    }

    /// Closes the database.
    ///
    /// Later operations throw ``SQLiteError/Reason/closed``; closing again does nothing. A store that is let go of closes too, but on the thread that let go of it.
    public func close() {
        table = nil
    }

    /// The entry under `key`, or `nil` where there is none.
    public func entry(for key: StoreKey) throws -> StoredEntry? {
        try opened().entry(for: key)
    }

    /// Writes `content` under `key` if `permit` still allows it.
    public func write(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        under permit: WritePermit
    ) throws -> WriteOutcome {
        let table = try opened()
        if case .live = content { throw SQLiteError(.liveValue) }
        return try table.transaction { commit in
            // The commit is inside: what the fence records as written is then on disk, and what fails is not recorded.
            try fence.write(key, under: permit, over: table.version(for: key)) {
                try table.put(content, for: key, savedAt: savedAt, version: permit.point)
                try commit()
            }
        }
    }

    /// Removes the entry under `key` unless it was written by work begun after `point`.
    public func remove(_ key: StoreKey, at point: FencePoint) throws {
        try remove(.entry(key), at: point) { table in try table.remove(key, at: point) }
    }

    /// Removes the entry under `key` if it is still that `version`; a newer one stays.
    public func remove(_ key: StoreKey, ifStill version: FencePoint) throws {
        try opened().remove(key, ifStill: version)
    }

    /// Removes every entry of one class, and nothing else, unless written by work begun after `point`.
    public func removeAll(of dataClass: DataClass, at point: FencePoint) throws {
        try remove(.dataClass(dataClass), at: point) { table in try table.removeAll(of: dataClass, at: point) }
    }

    /// Removes every entry unless written by work begun after `point`.
    public func removeAll(at point: FencePoint) throws {
        try remove(.everything, at: point) { table in try table.removeAll(at: point) }
    }

    private func remove(
        _ scope: StoreFence.Scope,
        at point: FencePoint,
        _ change: (SQLiteEntryTable) throws -> Void
    ) throws {
        let table = try opened()
        try table.transaction { commit in
            try fence.remove(scope, at: point) {
                try change(table)
                try commit()
            }
        }
    }

    private func opened() throws(SQLiteError) -> SQLiteEntryTable {
        guard let table else { throw SQLiteError(.closed) }
        return table
    }

    private func open(_ location: SQLiteConnection.Location, order: FenceOrder) throws(SQLiteError) {
        if case .file(let path) = location { try createFolder(of: path) }
        let connection = try SQLiteConnection(location)
        try SQLiteSchema.prepare(connection)
        table = try SQLiteEntryTable(connection)
        if let path = connection.canonicalPath {
            fence = StoreFence(sharing: DatabaseFile(path: Array(path.utf8)), in: order)
        }
    }

    private func createFolder(of path: String) throws(SQLiteError) {
        do {
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw SQLiteError(.cannotOpen)
        }
    }
}

// What two stores over one file have in common. Paths are compared as bytes: file systems do not normalise them.
private struct DatabaseFile: Hashable {
    let path: [UInt8]
}

extension SQLiteStore {
    /// Limits the size of the database, so that a test can find out what happens when the disk is full.
    package func limitPages(to count: Int) throws {
        try opened().connection.execute("PRAGMA max_page_count = \(count)")
    }
}
