private import CSQLite

/// Why a SQLite store could not be opened, read or changed.
///
/// It carries codes and SQLite's fixed text for them, never a statement, a key, a value or a path.
public struct SQLiteError: Error, Hashable, Sendable {
    /// Why, in the store's terms.
    public let reason: Reason

    /// SQLite's [primary result code](https://www.sqlite.org/rescode.html), or 0 where the store itself refused.
    public let code: Int32

    /// SQLite's [extended result code](https://www.sqlite.org/rescode.html#extrc), or 0 where the store itself refused.
    public let extendedCode: Int32

    init(_ reason: Reason) {
        self.reason = reason
        code = 0
        extendedCode = 0
    }

    init(resultCode: Int32) {
        code = resultCode & 0xff
        extendedCode = resultCode
        reason =
            switch code {
            case SQLITE_FULL: .full
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_READONLY: .readOnly
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            case SQLITE_CANTOPEN, SQLITE_AUTH, SQLITE_PERM: .cannotOpen
            case SQLITE_IOERR: .inputOutput
            case SQLITE_TOOBIG: .tooBig
            default: .other
            }
    }
}

extension SQLiteError {
    /// Why a SQLite store failed.
    public struct Reason: Hashable, Sendable {
        private enum Name: String {
            case busy, cannotOpen, closed, damaged, foreignDatabase, full, inputOutput, liveValue, newerVersion, other
            case readOnly, tooBig, undecodableEntry
        }

        private let name: Name

        private init(_ name: Name) {
            self.name = name
        }
    }
}

extension SQLiteError.Reason {
    /// The disk, or the limit of the database, is full; earlier entries are intact.
    public static let full = Self(.full)
    /// Another process or connection kept the database locked for longer than the busy timeout.
    public static let busy = Self(.busy)
    /// The file, or its folder, may not be written.
    public static let readOnly = Self(.readOnly)
    /// The file is not a SQLite database, or a damaged one; it was not changed.
    public static let damaged = Self(.damaged)
    /// The file cannot be opened or created, or its folder cannot be.
    public static let cannotOpen = Self(.cannotOpen)
    /// Reading or writing the file failed.
    public static let inputOutput = Self(.inputOutput)
    /// The entry is larger than SQLite allows.
    public static let tooBig = Self(.tooBig)
    /// Another failure, which the codes tell.
    public static let other = Self(.other)

    /// The store was closed.
    public static let closed = Self(.closed)
    /// The file is the database of something else; it was not changed.
    public static let foreignDatabase = Self(.foreignDatabase)
    /// The file was written by a later version of this package; it was not changed.
    public static let newerVersion = Self(.newerVersion)
    /// The row of the entry holds what this package never writes.
    public static let undecodableEntry = Self(.undecodableEntry)
    /// The content is a live value, which only memory can hold.
    public static let liveValue = Self(.liveValue)
}

extension SQLiteError.Reason: CustomStringConvertible {
    /// The reason's name.
    public var description: String { name.rawValue }
}

extension SQLiteError: CustomStringConvertible {
    /// The reason, the codes and SQLite's text for them.
    public var description: String {
        guard code != 0, let text = sqlite3_errstr(extendedCode) else { return "SQLiteError: \(reason)" }
        return "SQLiteError: \(reason) (SQLite \(code), extended \(extendedCode): \(String(cString: text)))"
    }
}
