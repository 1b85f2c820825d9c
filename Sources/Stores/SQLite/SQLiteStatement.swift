private import CSQLite

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A value bound to a parameter of a statement.
package enum SQLiteValue {
    case integer(Int64)
    case real(Double)
    case blob(Data)
    /// The UTF-8 bytes as a blob: SQLite compares blobs byte for byte and does not stop at a NUL.
    case utf8(String)
}

/// One compiled statement, used again and again; finalized with its last reference, before its connection closes.
package final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection

    package init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        handle = try connection.prepare(sql)
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement to its end.
    package func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        defer { rewind() }
        try bind(values)
        while try step() {}
    }

    /// What `read` makes of the first row, or `nil` where there is none; a row is valid only inside `read`.
    package func first<Result>(
        _ values: [SQLiteValue],
        _ read: (SQLiteRow) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        defer { rewind() }
        try bind(values)
        guard try step() else { return nil }
        return try read(SQLiteRow(statement: handle))
    }

    /// Whether there is a row; `false` at the end.
    private func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteError(resultCode: code)
        }
    }

    /// Ends the read transaction of the statement and frees what was bound. `sqlite3_reset` repeats the code of the last
    /// step, which has been thrown by then: https://www.sqlite.org/c3ref/reset.html
    private func rewind() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .integer(let value): sqlite3_bind_int64(handle, index, value)
                case .real(let value): sqlite3_bind_double(handle, index, value)
                case .blob(let data): data.withUnsafeBytes { bind($0, at: index) }
                case .utf8(var string): string.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index) }
                }
            guard code == SQLITE_OK else { throw SQLiteError(resultCode: code) }
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        // A null pointer would bind NULL, not an empty blob.
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), csqlite_transient())
    }
}

/// The row a statement stands on.
///
/// A column of another type than asked for is an error, not a conversion.
package struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    package func integer(at column: Int32) throws(SQLiteError) -> Int64 {
        try require(SQLITE_INTEGER, at: column)
        return sqlite3_column_int64(statement, column)
    }

    package func real(at column: Int32) throws(SQLiteError) -> Double {
        try require(SQLITE_FLOAT, at: column)
        return sqlite3_column_double(statement, column)
    }

    package func blob(at column: Int32) throws(SQLiteError) -> Data {
        try require(SQLITE_BLOB, at: column)
        // The pointer first, then the count: https://www.sqlite.org/c3ref/column_blob.html. Null means empty here, or
        // that memory ran out.
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        guard count > 0 else { return Data() }
        guard let start else { throw SQLiteError(resultCode: SQLITE_NOMEM) }
        return Data(bytes: start, count: count)
    }

    private func require(_ type: Int32, at column: Int32) throws(SQLiteError) {
        guard sqlite3_column_type(statement, column) == type else { throw SQLiteError(.undecodableEntry) }
    }
}
