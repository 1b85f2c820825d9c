/// Ratios against their targets as a picture: a bar for each row, its spread, and a mark where the target is.
package struct Chart: Sendable {
    private let rows: [RowRecord]
    private let lineHeight = 26.0
    private let labelWidth = 300.0
    private let barWidth = 420.0

    package init(_ report: Report) {
        rows = report.rows.filter { $0.ratio != nil }
    }

    package var svg: String {
        let height = lineHeight * Double(rows.count + 2)
        let lines = rows.enumerated().map { line($0.element, at: lineHeight * (Double($0.offset) + 1.5)) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="860" height="\(coordinate(height))" \
            font-family="sans-serif" font-size="13">
            <rect width="100%" height="100%" fill="white"/>
            <text x="10" y="20" font-weight="bold">Times the floor: median, half of the rounds, and target</text>
            \(lines.joined(separator: "\n"))
            </svg>

            """
    }

    /// The largest figure, a little more, is as long as a bar can be.
    private var scale: Double {
        let largest = rows.map { max($0.ratio?.upper ?? 0, $0.target ?? 0) }.max() ?? 1
        return barWidth / max(largest * 1.05, 1)
    }

    private func line(_ row: RowRecord, at top: Double) -> String {
        guard let ratio = row.ratio else { return "" }
        let colour =
            switch row.isMet {
            case true?: "#3a8f5c"
            case false?: "#c0504d"
            case nil: "#7f8fa6"
            }
        let middle = top + 8
        var parts = [
            text(escaped(row.name), x: 10, y: top + 13),
            box(x: labelWidth, y: top, width: ratio.median * scale, height: 16, colour),
            box(x: labelWidth + ratio.lower * scale, y: middle - 1, width: ratio.spread * scale, height: 2, "black"),
        ]
        var label = Figure.fixed(ratio.median, 2)
        if let target = row.target {
            parts.append(box(x: labelWidth + target * scale - 1, y: top - 3, width: 2, height: 22, "#222288"))
            label += " of \(Figure.short(target))"
        }
        parts.append(text(label, x: labelWidth + barWidth + 20, y: top + 13))
        return parts.joined(separator: "\n")
    }

    private func text(_ text: String, x: Double, y: Double) -> String {
        "<text x=\"\(coordinate(x))\" y=\"\(coordinate(y))\">\(text)</text>"
    }

    private func box(x: Double, y: Double, width: Double, height: Double, _ colour: String) -> String {
        "<rect x=\"\(coordinate(x))\" y=\"\(coordinate(y))\" width=\"\(coordinate(width))\" "
            + "height=\"\(coordinate(height))\" fill=\"\(colour)\"/>"
    }

    private func coordinate(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    private func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
