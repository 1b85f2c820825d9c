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
#if CURL_ENGINE
    // The compiler takes the parts of a time for those of whichever module it met first.
    private import CCurl
#endif

/// Which file something is and in which state: as long as it is equal, so are the bytes.
struct FileVersion: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// The size in bytes.
    let size: Int

    /// Of what is found where a URL leads; only a file has a version.
    init(of url: URL) throws(POSIXError) {
        var status = stat()
        try Self.check(url.withFilePath { stat($0, &status) })
        try self.init(status)
    }

    /// Of an open file.
    init(ofDescriptor descriptor: Int32) throws(POSIXError) {
        var status = stat()
        try Self.check(fstat(descriptor, &status))
        try self.init(status)
    }

    private init(_ status: stat) throws(POSIXError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw POSIXError(.EISDIR)
        default: throw POSIXError(.EINVAL)
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
        size = Int(status.st_size)
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        seconds = Int(modified.tv_sec)
        nanoseconds = Int(modified.tv_nsec)
    }

    private static func check(_ result: Int32) throws(POSIXError) {
        guard result == 0 else { throw POSIXError.last() }
    }
}

extension URL {
    /// Runs a system call with the path of a file; `-1` with `ENOENT` where the URL is none of a file.
    func withFilePath(_ call: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        guard isFileURL else {
            errno = ENOENT
            return -1
        }
        return withUnsafeFileSystemRepresentation { path in
            guard let path else {
                errno = ENOENT
                return -1
            }
            return call(path)
        }
    }
}

extension POSIXError {
    /// What the last system call of this thread failed with; the number only, without a path.
    static func last() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
