/// The tables of a store, and how a file is recognised as one.
///
/// SQLite keeps two numbers in the header of a file for this: the
/// [application id](https://www.sqlite.org/pragma.html#pragma_application_id) says whose it is, the
/// [user version](https://www.sqlite.org/pragma.html#pragma_user_version) which schema it has.
enum SQLiteSchema {
    /// The bytes "RqSt".
    static let applicationID: Int64 = 0x5271_5374
    static let version: Int64 = 1

    private static let walAttempts = 100

    private enum Found { case current, older, nothing }

    // The key is four blobs, so that two keys are one exactly when their bytes are equal. The class leads the index, which
    // so also finds a whole class. The payload comes last: columns before it are read without touching its pages.
    private static let create = """
        CREATE TABLE entry(
            id INTEGER PRIMARY KEY,
            class BLOB NOT NULL,
            scope BLOB NOT NULL,
            namespace BLOB NOT NULL,
            identifier BLOB NOT NULL,
            form INTEGER NOT NULL,
            saved REAL NOT NULL,
            epoch INTEGER NOT NULL,
            number INTEGER NOT NULL,
            payload BLOB NOT NULL,
            UNIQUE (class, scope, namespace, identifier)
        ) STRICT;
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """

    /// Makes an open database a store, or throws and leaves it as it is.
    ///
    /// The check and the change are one transaction, so that several who open a new file at once make one schema. A
    /// database that may not be written is found out here and not at the first request.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            switch try inspect(connection) {
            case .current: break
            case .nothing: try connection.execute(create)
            // What is stored can be fetched again: older tables are not worth translating.
            case .older: try connection.execute("DROP TABLE IF EXISTS entry; \(create)")
            }
            // SQLite lets this transaction begin on a file that may only be read.
            guard !connection.isReadOnly else { throw SQLiteError(.readOnly) }
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
        try writeAhead(connection)
    }

    private static func inspect(_ connection: SQLiteConnection) throws(SQLiteError) -> Found {
        let application = try connection.integer("PRAGMA application_id") ?? 0
        let found = try connection.integer("PRAGMA user_version") ?? 0
        if application == applicationID {
            guard found <= version else { throw SQLiteError(.newerVersion) }
            return found == version ? .current : .older
        }
        let objects = try connection.integer("SELECT count(*) FROM sqlite_master") ?? 0
        guard application == 0, found == 0, objects == 0 else { throw SQLiteError(.foreignDatabase) }
        return .nothing
    }

    /// Turns the write-ahead log on, where the file system allows: readers and a writer do not wait for each other.
    /// https://www.sqlite.org/wal.html
    private static func writeAhead(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.execute("PRAGMA synchronous = NORMAL")
        for attempt in 1... {
            do {
                return try connection.execute("PRAGMA journal_mode = WAL")
            } catch {
                guard error.reason == .busy, attempt < walAttempts else { throw error }
                // Changing the mode does not wait for other connections; an exclusive transaction does.
                try connection.execute("BEGIN EXCLUSIVE; COMMIT")
            }
        }
    }
}
