#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// The table of entries with its statements, prepared once.
final class SQLiteEntryTable {
    let connection: SQLiteConnection

    private let begin: SQLiteStatement
    private let commit: SQLiteStatement
    private let rollBack: SQLiteStatement
    private let selectEntry: SQLiteStatement
    private let selectVersion: SQLiteStatement
    private let upsert: SQLiteStatement
    private let deleteEntry: SQLiteStatement
    private let deleteVersion: SQLiteStatement
    private let deleteClass: SQLiteStatement
    private let deleteAll: SQLiteStatement

    private static let isKey = "class = ?1 AND scope = ?2 AND namespace = ?3 AND identifier = ?4"

    private enum Form: Int64 { case raw = 0, value = 1 }

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        let isKey = SQLiteEntryTable.isKey
        self.connection = connection
        begin = try SQLiteStatement("BEGIN IMMEDIATE", on: connection)
        commit = try SQLiteStatement("COMMIT", on: connection)
        rollBack = try SQLiteStatement("ROLLBACK", on: connection)
        selectEntry = try SQLiteStatement(
            "SELECT form, saved, epoch, number, payload FROM entry WHERE \(isKey)",
            on: connection
        )
        selectVersion = try SQLiteStatement("SELECT epoch, number FROM entry WHERE \(isKey)", on: connection)
        upsert = try SQLiteStatement(
            """
            INSERT INTO entry(class, scope, namespace, identifier, form, saved, epoch, number, payload)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (class, scope, namespace, identifier) DO UPDATE SET form = excluded.form,
                saved = excluded.saved, epoch = excluded.epoch, number = excluded.number, payload = excluded.payload
            """,
            on: connection
        )
        // A removal leaves what work of the same run wrote that began after it.
        deleteEntry = try SQLiteStatement(
            "DELETE FROM entry WHERE \(isKey) AND NOT (epoch = ?5 AND number > ?6)",
            on: connection
        )
        deleteVersion = try SQLiteStatement(
            "DELETE FROM entry WHERE \(isKey) AND epoch = ?5 AND number = ?6",
            on: connection
        )
        deleteClass = try SQLiteStatement(
            "DELETE FROM entry WHERE class = ?1 AND NOT (epoch = ?2 AND number > ?3)",
            on: connection
        )
        deleteAll = try SQLiteStatement("DELETE FROM entry WHERE NOT (epoch = ?1 AND number > ?2)", on: connection)
    }

    /// Runs `body` in a transaction that holds the database's write lock from its begin; it ends when `body` calls the
    /// commit it is given, else it is rolled back.
    func transaction<Result>(_ body: (_ commit: () throws(SQLiteError) -> Void) throws -> Result) throws -> Result {
        // Left open only if an earlier one could not be rolled back.
        if connection.isInTransaction { try rollBack.run() }
        try begin.run()
        let outcome = Swift.Result { try body { () throws(SQLiteError) in try commit.run() } }
        // Of a full disk and the like SQLite has rolled back already: https://www.sqlite.org/lang_transaction.html
        if connection.isInTransaction { try rollBack.run() }
        return try outcome.get()
    }

    func entry(for key: StoreKey) throws(SQLiteError) -> StoredEntry? {
        try selectEntry.first(bindings(key)) { row throws(SQLiteError) in
            guard let form = Form(rawValue: try row.integer(at: 0)) else { throw SQLiteError(.undecodableEntry) }
            let payload = try row.blob(at: 4)
            return StoredEntry(
                content: form == .raw ? .raw(payload) : .value(payload),
                savedAt: Date(timeIntervalSinceReferenceDate: try row.real(at: 1)),
                version: try point(in: row, at: 2)
            )
        }
    }

    func version(for key: StoreKey) throws(SQLiteError) -> FencePoint? {
        try selectVersion.first(bindings(key)) { row throws(SQLiteError) in try point(in: row, at: 0) }
    }

    func put(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        version: FencePoint
    ) throws(SQLiteError) {
        let (form, payload): (Form, Data) =
            switch content {
            case .raw(let data): (.raw, data)
            case .value(let data): (.value, data)
            case .live: throw SQLiteError(.liveValue)
            }
        let head: [SQLiteValue] = [.integer(form.rawValue), .real(savedAt.timeIntervalSinceReferenceDate)]
        try upsert.run(bindings(key) + head + bindings(version) + [.blob(payload)])
    }

    func remove(_ key: StoreKey, at point: FencePoint) throws(SQLiteError) {
        try deleteEntry.run(bindings(key) + bindings(point))
    }

    func remove(_ key: StoreKey, ifStill version: FencePoint) throws(SQLiteError) {
        try deleteVersion.run(bindings(key) + bindings(version))
    }

    func removeAll(of dataClass: DataClass, at point: FencePoint) throws(SQLiteError) {
        try deleteClass.run([.utf8(dataClass.rawValue)] + bindings(point))
    }

    func removeAll(at point: FencePoint) throws(SQLiteError) {
        try deleteAll.run(bindings(point))
    }

    private func bindings(_ key: StoreKey) -> [SQLiteValue] {
        [.utf8(key.dataClass.rawValue), .utf8(key.scope), .utf8(key.namespace), .utf8(key.identifier)]
    }

    // SQLite has signed integers only. Epochs are compared for equality; a run draws far fewer than 2⁶³ numbers.
    private func bindings(_ point: FencePoint) -> [SQLiteValue] {
        [.integer(Int64(bitPattern: point.epoch)), .integer(Int64(bitPattern: point.number))]
    }

    private func point(in row: SQLiteRow, at column: Int32) throws(SQLiteError) -> FencePoint {
        FencePoint(
            epoch: UInt64(bitPattern: try row.integer(at: column)),
            number: UInt64(bitPattern: try row.integer(at: column + 1))
        )
    }
}
