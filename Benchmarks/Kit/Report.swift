#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What a run found out.
package struct Report: Codable, Hashable, Sendable {
    package var rows: [RowRecord]

    package init(rows: [RowRecord] = []) {
        self.rows = rows
    }

    /// A report in its stored form.
    package init(json: Data) throws {
        self = try JSONDecoder().decode(Report.self, from: json)
    }

    /// The stored form.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try encoder.encode(self)
    }

    /// Takes the rounds of another process in.
    package mutating func merge(_ other: Report) {
        for row in other.rows {
            if let known = rows.firstIndex(where: { $0.name == row.name }) {
                rows[known].passes += row.passes
            } else {
                rows.append(row)
            }
        }
    }

    /// The rows in the order of these names.
    package func ordered(by names: [String]) -> Report {
        Report(rows: names.compactMap { name in rows.first { $0.name == name } })
    }
}
