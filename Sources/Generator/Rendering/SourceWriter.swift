/// Text of Swift in the making: lines and how far they are indented.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0
    private static let width = 120

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: "    ", count: depth) + line + "\n"
    }

    /// A block in braces.
    mutating func block(_ head: String, _ body: (inout SourceWriter) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// A list in parentheses: on one line if it fits, else each item on a line of its own.
    mutating func list(_ head: String, _ items: [String], _ tail: String = "") {
        let whole = head + "(" + items.joined(separator: ", ") + ")" + tail
        guard depth * 4 + whole.count > Self.width, !items.isEmpty else { return line(whole) }
        line(head + "(")
        depth += 1
        for (index, item) in items.enumerated() { line(item + (index < items.count - 1 ? "," : "")) }
        depth -= 1
        line(")" + tail)
    }

    /// A list in parentheses, what follows it, and a block in braces.
    mutating func block(_ head: String, _ items: [String], _ tail: String = "", _ body: (inout SourceWriter) -> Void) {
        list(head, items, tail + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// A text as a literal of Swift.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default:
                // What does not show, or changes how the rest shows, is written by its number.
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .nonspacingMark:
                    literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                default: literal.unicodeScalars.append(scalar)
                }
            }
        }
        return literal + "\""
    }
}
