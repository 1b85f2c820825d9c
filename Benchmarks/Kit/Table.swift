/// Text in columns: the first to the left, the others to the right.
package struct Table: Hashable, Sendable {
    package var header: [String]
    package var lines: [[String]] = []

    package init(header: [String]) {
        self.header = header
    }
}

extension Table: CustomStringConvertible {
    package var description: String {
        let all = [header] + lines
        let widths = header.indices.map { column in
            all.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "─", count: $0) }
        return ([header, rule] + lines).map { line in
            let cells = line.indices.map { column in
                let padding = String(repeating: " ", count: max(0, widths[column] - line[column].count))
                return column == 0 ? line[column] + padding : padding + line[column]
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

extension Report {
    /// The run at a glance.
    package var table: Table {
        var table = Table(header: [
            "row", "median", "IQR", "CPU", "allocs", "bytes", "floor", "allocs", "ratio", "half of them", "target",
            "met",
        ])
        table.lines = rows.map(\.cells)
        return table
    }
}

extension RowRecord {
    fileprivate var cells: [String] {
        let none = "·"
        let isTimed = unit == .nanoseconds
        let met = isMet.map { $0 ? "yes" : "NO" } ?? none
        let targets = [
            target.map { "≤ \(Figure.short($0))" }, limit.map { "≤ \(Figure.short($0)) \(unit.rawValue)" },
            allocationTarget.map { "≤ \(Figure.short($0)) allocs" },
        ]
        let target = targets.compactMap { $0 }.joined(separator: ", ")
        return [
            name,
            "\(Figure.fixed(value?.median ?? .nan, 0)) \(unit.rawValue)",
            Figure.fixed(value?.spread ?? .nan, 0),
            isTimed ? Figure.fixed(cpu, 0) : none,
            isTimed ? Figure.fixed(allocations, 2) : none,
            isTimed ? Figure.fixed(bytes, 0) : none,
            floorValue.map { Figure.fixed($0.median, 0) } ?? none,
            isTimed && floorName != nil ? Figure.fixed(floorAllocations, 2) : none,
            ratio.map { Figure.fixed($0.median, 2) } ?? none,
            ratio.map { "\(Figure.fixed($0.lower, 2))–\(Figure.fixed($0.upper, 2))" } ?? none,
            target.isEmpty ? none : target,
            met,
        ]
    }
}
