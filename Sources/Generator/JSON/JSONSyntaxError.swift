/// Why a text is no JSON, and where.
///
/// It holds no more of the text than a key or a character: samples may be secret.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case invalidUTF8
        case unexpectedEnd
        case unexpectedCharacter(Unicode.Scalar, expected: String)
        case controlCharacter
        case invalidEscape
        case loneSurrogate
        /// Beyond what a `Double` holds, which is all that a decoder could give.
        case numberOutOfRange
        /// Keys that Swift cannot tell apart, such as those that are canonically equivalent, are duplicates too.
        case duplicateKey(String)
        case tooDeep
        case trailingContent
    }

    package let reason: Reason
    /// From 1; a line ends with a line feed, a carriage return or both.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    package init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// The place of a byte in a text.
    init(_ reason: Reason, at offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        var last: UInt8 = 0
        for byte in bytes[..<min(offset, bytes.count)] {
            switch byte {
            case UInt8(ascii: "\n") where last == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                line += 1
                column = 1
            case 0x80..<0xC0: break  // A scalar is counted by its first byte.
            default: column += 1
            }
            last = byte
        }
        self.init(reason, line: line, column: column)
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String { "\(line):\(column): \(reason)" }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidUTF8: "the text is not UTF-8"
        case .unexpectedEnd: "the text ends within a value"
        case .unexpectedCharacter(let character, let expected):
            "unexpected \(Self.shown(character)), where \(expected) was due"
        case .controlCharacter: "a control character in a string has to be escaped"
        case .invalidEscape: "no such escape sequence"
        case .loneSurrogate: "half of a surrogate pair"
        case .numberOutOfRange: "the number is beyond what a Double holds"
        case .duplicateKey(let key): "a second value for the key \(key.debugDescription)"
        case .tooDeep: "more than \(JSONReader.depthLimit) levels of arrays and objects"
        case .trailingContent: "something follows the value"
        }
    }

    private static func shown(_ character: Unicode.Scalar) -> String {
        (0x20..<0x7F).contains(character.value)
            ? "'\(character)'" : "U+" + hexadecimal(character.value)
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
