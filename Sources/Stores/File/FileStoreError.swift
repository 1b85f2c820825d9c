#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// Why a file store could not be opened, read or changed.
///
/// It carries the system's number and fixed text, never a path, a key or a value.
public struct FileStoreError: Error, Hashable, Sendable {
    /// Why, in the store's terms.
    public let reason: Reason

    /// The system's [error number](https://pubs.opengroup.org/onlinepubs/9799919799/functions/V2_chap02.html#tag_16_03),
    /// or 0 where the store itself refused.
    public let code: Int32

    init(_ reason: Reason) {
        self.reason = reason
        code = 0
    }

    init(errno code: Int32) {
        self.code = code
        reason =
            switch code {
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            case ENOENT: .missingFolder
            case ENOTDIR, ELOOP, ENAMETOOLONG: .notAFolder
            case EMFILE, ENFILE: .tooManyOpenFiles
            case EFBIG: .tooBig
            case EIO: .inputOutput
            default: .other
            }
    }

    /// What the last system call of this thread failed with.
    static func last() -> FileStoreError { FileStoreError(errno: errno) }
}

extension FileStoreError {
    /// Why a file store failed.
    public struct Reason: Hashable, Sendable {
        private enum Name: String {
            case full, inputOutput, liveValue, missingFolder, noFreeName, notAFolder, notAFileURL, other, readOnly,
                tooBig
            case tooManyOpenFiles
        }

        private let name: Name

        private init(_ name: Name) {
            self.name = name
        }
    }
}

extension FileStoreError.Reason {
    /// The disk or the quota is full; earlier entries are intact.
    public static let full = Self(.full)
    /// The folder, or what it is in, may not be written, or not be read.
    public static let readOnly = Self(.readOnly)
    /// The folder is gone; the store works again once it is back.
    public static let missingFolder = Self(.missingFolder)
    /// The path, or a part of it, leads to something else than a folder, or nowhere.
    public static let notAFolder = Self(.notAFolder)
    /// The location is not a path in the file system.
    public static let notAFileURL = Self(.notAFileURL)
    /// The process, or the system, has as many files open as it may.
    public static let tooManyOpenFiles = Self(.tooManyOpenFiles)
    /// The entry is larger than the file system, or the limit of the process, allows.
    public static let tooBig = Self(.tooBig)
    /// The device failed.
    public static let inputOutput = Self(.inputOutput)
    /// Another failure, which the code tells.
    public static let other = Self(.other)

    /// The names that the entry could have are taken by other files; nothing was changed.
    public static let noFreeName = Self(.noFreeName)
    /// The content is a live value, which only memory can hold.
    public static let liveValue = Self(.liveValue)
}

extension FileStoreError.Reason: CustomStringConvertible {
    /// The reason's name.
    public var description: String { name.rawValue }
}

extension FileStoreError: CustomStringConvertible {
    /// The reason, the code and the system's text for it.
    public var description: String {
        guard code != 0, let text = strerror(code) else { return "FileStoreError: \(reason)" }
        return "FileStoreError: \(reason) (errno \(code): \(String(cString: text)))"
    }
}
