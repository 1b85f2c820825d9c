#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

extension StoreKind {
    /// Entries are files in a folder.
    public static let file = StoreKind(rawValue: "file")
}

/// A store in a folder, with a file for every entry.
///
/// ```swift
/// let store = try await FileStore(folder: caches.appending(path: "responses"))
/// ```
///
/// **Isolation.** It runs on a thread of its own queue, which may block on the disk, never on one of the cooperative pool.
/// The operations do not look at the cancellation of the calling task; a write can be revoked until its bytes are on the
/// disk.
///
/// **Files.** A file is written aside, flushed, and then takes the place of the old one in one step: a reader sees the old
/// entry or the new one, whole, also after the process was killed or the power failed. A damaged entry counts as missing
/// and is removed. Names are hashes, so they tell nothing of a key and do not depend on what it contains; a class is found
/// again by the part of the name that is its hash. Files of anybody else in the folder are left alone.
///
/// **Sharing.** Several stores, in one process or in several, may have the same folder open; a lock on the folder makes
/// their changes follow one another, and in one process they keep one order of writes and removals. A folder that goes
/// while it is open is an error until it is back.
///
/// **Precision.** The time saved is given back exactly as it was written.
///
/// **Errors.** Every operation throws ``FileStoreError``.
public actor FileStore: Store {
    /// The classes of data it takes; `nil` takes any.
    public nonisolated let dataClasses: Set<DataClass>?

    /// `StoreKind.file`.
    public nonisolated var kind: StoreKind { .file }

    /// The queue the store runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package private(set) var fence: StoreFence

    private nonisolated let executor: DispatchQueueExecutor
    private let naming: EntryName
    private var path: String

    /// Opens a folder, or creates it, with what it is in.
    ///
    /// The folder is tried for writing before this returns: one that may not be written is an error here. What was being
    /// written when a process ended is swept.
    ///
    /// - Parameters:
    ///   - folder: A file URL. The folder should be the store's own.
    ///   - dataClasses: The classes of data it takes; `nil` takes any.
    public init(folder: URL, dataClasses: Set<DataClass>? = nil) async throws(FileStoreError) {
        guard folder.isFileURL else { throw FileStoreError(.notAFileURL) }
        let path = folder.absoluteURL.path(percentEncoded: false)
        try await self.init(path: path, dataClasses: dataClasses, order: .process)
    }

    /// - Parameter digest: The hash that names are made of, at least 16 bytes long.
    package init(
        path: String,
        dataClasses: Set<DataClass>? = nil,
        order: FenceOrder,
        digest: @escaping @Sendable ([UInt8]) -> [UInt8] = SHA256.digest
    ) async throws(FileStoreError) {
        self.dataClasses = dataClasses
        executor = DispatchQueueExecutor(label: "FileStore")
        naming = EntryName(digest: digest)
        fence = StoreFence(in: order)
        self.path = path
        // From here on this runs on the store's queue.
        try open(in: order)
    }

    /// The entry under `key`, or `nil` where there is none.
    public func entry(for key: StoreKey) throws -> StoredEntry? {
        let folder = try EntryFolder(at: path, locking: false)
        var damaged: [String] = []
        for name in naming.names(for: key) {
            switch try folder.find(name, payload: true) {
            case .entry(let header, let payload) where header.key == key:
                return StoredEntry(
                    content: header.form == .raw ? .raw(payload) : .value(payload),
                    savedAt: header.savedAt,
                    version: header.version
                )
            case .damaged: damaged.append(name)
            case .entry, .foreign, .nothing: continue
            }
        }
        if !damaged.isEmpty { removeDamaged(damaged) }
        return nil
    }

    /// Writes `content` under `key` if `permit` still allows it.
    public func write(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        under permit: WritePermit
    ) throws -> WriteOutcome {
        let (form, payload): (EntryHeader.Form, Data) =
            switch content {
            case .raw(let data): (.raw, data)
            case .value(let data): (.value, data)
            case .live: throw FileStoreError(.liveValue)
            }
        let folder = try EntryFolder(at: path, locking: true)
        let (name, existing) = try place(for: key, in: folder)
        let header = EntryHeader(form, payload: payload, for: key, savedAt: savedAt, version: permit.point)
        let aside = try folder.writeAside(header, payload)
        // After the rename there is nothing left under this name.
        defer { folder.discard(aside) }
        return try fence.write(key, under: permit, over: existing) { try folder.place(aside, as: name) }
    }

    /// Removes the entry under `key` unless it was written by work begun after `point`.
    public func remove(_ key: StoreKey, at point: FencePoint) throws {
        let folder = try EntryFolder(at: path, locking: true)
        try fence.remove(.entry(key), at: point) {
            try folder.remove(naming.names(for: key)) { _, found in
                found.isUnwanted { $0.key == key && !$0.version.isNewer(than: point) }
            }
        }
    }

    /// Removes the entry under `key` if it is still that `version`; a newer one stays.
    public func remove(_ key: StoreKey, ifStill version: FencePoint) throws {
        let folder = try EntryFolder(at: path, locking: true)
        try folder.remove(naming.names(for: key)) { _, found in
            found.isUnwanted { $0.key == key && $0.version == version }
        }
    }

    /// Removes every entry of one class, and nothing else, unless written by work begun after `point`.
    public func removeAll(of dataClass: DataClass, at point: FencePoint) throws {
        let prefix = naming.classPrefix(dataClass)
        try removeAll(.dataClass(dataClass), at: point) { name, header in
            name.hasPrefix(prefix) && (header.map { $0.key.dataClass == dataClass } ?? true)
        }
    }

    /// Removes every entry unless written by work begun after `point`.
    public func removeAll(at point: FencePoint) throws {
        try removeAll(.everything, at: point) { _, _ in true }
    }
}

extension FileStore {
    private func open(in order: FenceOrder) throws(FileStoreError) {
        try EntryFolder.create(at: path)
        path = try EntryFolder.canonicalPath(of: path)
        fence = StoreFence(sharing: SharedFolder(path: Array(path.utf8)), in: order)
        let folder = try EntryFolder(at: path, locking: true)
        try folder.sweep()
        try folder.tryWriting()
    }

    /// The file to write an entry to, and the version that is there.
    private func place(
        for key: StoreKey,
        in folder: borrowing EntryFolder
    ) throws(FileStoreError) -> (name: String, existing: FencePoint?) {
        var free: String?
        for name in naming.names(for: key) {
            switch try folder.find(name, payload: false) {
            case .entry(let header, _) where header.key == key: return (name, header.version)
            case .nothing, .damaged: free = free ?? name
            case .entry, .foreign: continue
            }
        }
        guard let free else { throw FileStoreError(.noFreeName) }
        return (free, nil)
    }

    /// Removes files that were found damaged, if they still are.
    private func removeDamaged(_ names: [String]) {
        // Where that fails the entry is a miss all the same, and the next read tries again.
        do throws(FileStoreError) {
            let folder = try EntryFolder(at: path, locking: true)
            try folder.remove(names, payload: true) { _, found in found.isUnwanted { _ in false } }
        } catch {}
    }

    private func removeAll(
        _ scope: StoreFence.Scope,
        at point: FencePoint,
        where isCovered: (_ name: String, _ header: EntryHeader?) -> Bool
    ) throws {
        let folder = try EntryFolder(at: path, locking: true)
        try fence.remove(scope, at: point) {
            try folder.sweep()
            let names = try folder.names().filter { EntryName.isEntry($0) && isCovered($0, nil) }
            try folder.remove(names) { name, found in
                found.isUnwanted { isCovered(name, $0) && !$0.version.isNewer(than: point) }
            }
        }
    }
}

extension EntryFolder.Found {
    /// Whether it is to be removed: an entry if it is covered, a damaged file of a store in any case.
    fileprivate func isUnwanted(_ isCovered: (EntryHeader) -> Bool) -> Bool {
        switch self {
        case .nothing, .foreign: false
        case .damaged: true
        case .entry(let header, _): isCovered(header)
        }
    }
}

// What two stores over one folder have in common. Paths are compared as bytes: file systems do not normalise them.
private struct SharedFolder: Hashable {
    let path: [UInt8]
}
