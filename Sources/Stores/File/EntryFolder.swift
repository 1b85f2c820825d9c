#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// The folder of a store, open for one operation.
///
/// An operation that changes something holds the folder's lock, so that it checks and changes in one step, whoever else
/// has the folder open. Reading needs no lock: files are replaced whole.
struct EntryFolder: ~Copyable {
    /// What a file is.
    enum Found {
        /// There is none.
        case nothing
        /// Not one of a store, so it is left alone.
        case foreign
        /// One of a store, but not whole, or of another version of the format.
        case damaged
        /// An entry, with its payload if that was asked for.
        case entry(EntryHeader, payload: Data)
    }

    private let path: String
    private let folder: FileDescriptor

    /// Opens the folder for reading, or for changes once its lock is free.
    init(at path: String, locking: Bool) throws(FileStoreError) {
        let folder = try FileDescriptor(folder: path)
        if locking { try folder.lock() }
        self.path = path
        self.folder = folder
    }

    /// Creates the folder, with what it is in, if it is missing.
    static func create(at path: String) throws(FileStoreError) {
        // A C string ends at its first NUL: another folder would be made.
        guard !path.utf8.contains(0) else { throw FileStoreError(.notAFileURL) }
        if mkdir(path, 0o700) == 0 { return }
        let code = errno
        guard code != EEXIST else { return }
        let parent = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        guard code == ENOENT, parent.utf8.count < path.utf8.count else { throw FileStoreError(errno: code) }
        try create(at: parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileStoreError.last() }
    }

    /// The absolute path of the folder at `path`, symbolic links followed.
    static func canonicalPath(of path: String) throws(FileStoreError) -> String {
        guard let resolved = realpath(path, nil) else { throw FileStoreError.last() }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The names in the folder.
    func names() throws(FileStoreError) -> [String] {
        guard let stream = opendir(path) else { throw FileStoreError.last() }
        defer { closedir(stream) }
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { throw FileStoreError(.other) }
        var names: [String] = []
        errno = 0
        while let item = readdir(stream) {
            // Only as much of the record is there as the name is long.
            let start = UnsafeRawPointer(item).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: start))
            errno = 0
        }
        guard errno == 0 else { throw FileStoreError.last() }
        return names
    }

    /// What the file of this name is; with its payload only if that is asked for, and then whole.
    func find(_ name: String, payload wantsPayload: Bool) throws(FileStoreError) -> Found {
        let file: FileDescriptor
        do throws(FileStoreError) {
            file = try FileDescriptor(reading: name, in: folder)
        } catch {
            switch error.code {
            case ENOENT: return .nothing
            case ELOOP, EMLINK, ENXIO, EOPNOTSUPP: return .foreign  // a link or a socket
            default: throw error
            }
        }
        guard let size = try file.fileSize() else { return .foreign }
        let fixed = try file.read(upTo: EntryHeader.fixedCount)
        guard EntryHeader.isMarked(fixed) else { return .foreign }
        guard let count = EntryHeader.variableCount(after: fixed, fileSize: size) else { return .damaged }
        let variable = try file.read(upTo: count)
        guard variable.count == count, let header = EntryHeader(fixed: fixed, variable: variable) else {
            return .damaged
        }
        guard wantsPayload else { return .entry(header, payload: Data()) }
        let payload = try file.read(upTo: header.payloadCount)
        let isWhole =
            payload.count == header.payloadCount
            && payload.withUnsafeBytes { CRC32.of($0) } == header.payloadChecksum
        return isWhole ? .entry(header, payload: payload) : .damaged
    }

    /// Writes a file under a name of its own and waits until it is on the disk.
    func writeAside(_ header: EntryHeader, _ payload: Data) throws(FileStoreError) -> String {
        let name = EntryName.aside()
        do throws(FileStoreError) {
            let file = try FileDescriptor(creating: name, in: folder)
            try file.append(header.encoded())
            try file.append(payload)
            try file.flush()
            return name
        } catch {
            discard(name)
            throw error
        }
    }

    /// Gives a file that was written aside its name, in place of what had it.
    func place(_ aside: String, as name: String) throws(FileStoreError) {
        try folder.rename(aside, to: name)
        try folder.flush()
    }

    /// Removes a file that was written aside, if it is still there.
    func discard(_ aside: String) {
        // One that stays is swept when the store is next opened or cleared.
        do throws(FileStoreError) { try folder.remove(aside) } catch {}
    }

    /// Removes the files of these names that `isUnwanted`, each of them even if another one cannot be removed.
    func remove(
        _ names: [String],
        payload wantsPayload: Bool = false,
        where isUnwanted: (_ name: String, Found) -> Bool
    ) throws(FileStoreError) {
        var failure: FileStoreError?
        var hasChanged = false
        for name in names {
            do throws(FileStoreError) {
                guard isUnwanted(name, try find(name, payload: wantsPayload)) else { continue }
                if try folder.remove(name) { hasChanged = true }
            } catch {
                failure = failure ?? error
            }
        }
        if hasChanged { try folder.flush() }
        if let failure { throw failure }
    }

    /// Finds out whether files can be written here.
    func tryWriting() throws(FileStoreError) {
        let name = EntryName.aside()
        _ = try FileDescriptor(creating: name, in: folder)
        try folder.remove(name)
    }

    /// Removes what was being written when a process ended.
    ///
    /// Who writes holds the lock, so every such file found under the lock is a stray one.
    func sweep() throws(FileStoreError) {
        for name in try names() where EntryName.isAside(name) { try folder.remove(name) }
    }
}
