private import CSQLite

/// One open database; closed with its last reference, and owned by one isolation domain.
package final class SQLiteConnection {
    /// Where a database is.
    package enum Location: Sendable {
        case file(path: String)
        /// A file that is there, opened so that SQLite refuses to change it.
        case readOnlyFile(path: String)
        case memory
    }

    private let handle: OpaquePointer

    /// How long SQLite waits for another connection's lock, in milliseconds.
    private static let busyTimeout: Int32 = 10_000

    /// Opens a database.
    ///
    /// SQLite opens the file itself lazily: what is wrong with it shows with the first statement.
    package init(_ location: Location) throws(SQLiteError) {
        let (path, access) =
            switch location {
            case .file(let path): (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            case .readOnlyFile(let path): (path, SQLITE_OPEN_READONLY)
            case .memory: (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
            }
        // A C string ends at its first NUL: the rest would be cut off and another file opened.
        guard !path.utf8.contains(0) else { throw SQLiteError(.cannotOpen) }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            // SQLite gives a handle back even if it could not open it.
            let error = SQLiteError(resultCode: opened.map { sqlite3_extended_errcode($0) } ?? code)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        try check(sqlite3_extended_result_codes(handle, 1))
        try check(sqlite3_busy_timeout(handle, SQLiteConnection.busyTimeout))
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Whether a transaction has begun and has neither been committed nor rolled back, by us or by SQLite.
    package var isInTransaction: Bool {
        sqlite3_get_autocommit(handle) == 0
    }

    /// Whether SQLite could open the file for reading only.
    package var isReadOnly: Bool {
        sqlite3_db_readonly(handle, "main") == 1
    }

    /// The absolute path of the file, symbolic links followed; `nil` for a database in memory.
    package var canonicalPath: String? {
        guard let path = sqlite3_db_filename(handle, "main").map({ String(cString: $0) }), !path.isEmpty else {
            return nil
        }
        return path
    }

    /// Runs statements that take and give nothing.
    package func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// The first column of the first row of a query.
    package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try SQLiteStatement(sql, on: self)
        return try statement.first([]) { row throws(SQLiteError) in try row.integer(at: 0) }
    }

    /// Compiles one statement, which the caller finalizes before the connection goes.
    func prepare(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw SQLiteError(resultCode: SQLITE_MISUSE) }
        return statement
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(resultCode: code) }
    }
}
