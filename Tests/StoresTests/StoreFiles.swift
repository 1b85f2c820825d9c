import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder of a file store, as somebody sees it who looks at the disk.
struct StoreFiles: Sendable {
    let folder: Folder
    let url: URL

    init() throws {
        folder = try Folder()
        url = folder.url.appending(path: "store", directoryHint: .isDirectory)
    }

    var path: String { url.path }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    func entries() throws -> [URL] {
        try names().filter { $0.hasSuffix(".entry") }.map { url.appending(path: $0) }
    }

    /// Puts a file of somebody else there.
    func put(_ data: Data, as name: String) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try data.write(to: url.appending(path: name))
    }

    /// Holds the lock of the folder, as another process does, until the handle is closed.
    func lock() throws -> FileHandle {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0, flock(number, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
        return FileHandle(fileDescriptor: number, closeOnDealloc: true)
    }
}
