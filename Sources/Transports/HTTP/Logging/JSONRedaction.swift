/// Replaces the values of members by name in what looks like JSON, and leaves everything else as it was written.
///
/// It reads tokens, not a grammar, so that a text that breaks off or is malformed is not shown for that reason: behind a
/// secret name everything goes until the value ends, or the text.
struct JSONRedaction {
    private let search: SecretSearch
    /// The longest that a secret name may be written, in bytes: every character as two escapes, between quotes.
    private let maximumNameBytes: Int

    init(_ search: SecretSearch) {
        self.search = search
        maximumNameBytes = 2 + 12 * (search.memberNames.lazy.map(\.utf8.count).max() ?? 0)
    }

    func text(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        var searched = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            if let value = secret(in: bytes, from: index) {
                output += bytes[index..<value]
                output += Self.placeholder
                index = Self.endOfValue(in: bytes, from: value)
                continue
            }
            // Each text once, or one of many quotes would take for ever.
            if index >= searched {
                searched = Self.endOfString(in: bytes, from: index)
                if search.finds(in: Self.text(of: bytes[index..<searched])) {
                    output += Self.placeholder
                    index = searched
                    continue
                }
            }
            output.append(bytes[index])
            index += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Where the value of a secret member begins whose name begins here.
    ///
    /// Asked of every quote: in a malformed text it is not known which of them open.
    private func secret(in bytes: [UInt8], from start: Int) -> Int? {
        let end = Self.endOfString(in: bytes, from: start, within: maximumNameBytes)
        guard let value = Self.valueBehindColon(in: bytes, from: end),
            search.memberNames.contains(Self.text(of: bytes[start..<end]).lowercased())
        else { return nil }
        return value
    }

    private static let placeholder = "\"\(HTTPRedaction.placeholder)\"".utf8

    /// Behind the closing quote, or the end, if that comes first of the bytes or of so many of them.
    private static func endOfString(in bytes: [UInt8], from start: Int, within limit: Int = .max) -> Int {
        var index = start + 1
        let end = limit < bytes.count - start ? start + limit : bytes.count
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""): return index + 1
            default: index += 1
            }
        }
        return end
    }

    /// Where the value of a member begins whose name has just ended; `nil` if there is no colon.
    private static func valueBehindColon(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
        index += 1
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        return index
    }

    private static func endOfValue(in bytes: [UInt8], from start: Int) -> Int {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = endOfString(in: bytes, from: index)
                if depth == 0 { return index }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return index }
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: ","): if depth == 0 { return index }
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    /// What stands between the quotes; escapes are undone, for a name can be written with them, too.
    private static func text(of token: ArraySlice<UInt8>) -> String {
        let isClosed = token.count > 1 && token.last == UInt8(ascii: "\"")
        let inner = isClosed ? token.dropFirst().dropLast() : token.dropFirst()
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        var units: [UInt16] = []
        var rest = Substring(decoding: inner, as: UTF8.self)
        while let character = rest.unicodeScalars.popFirst() {
            guard character == "\\", let escape = rest.unicodeScalars.popFirst() else {
                units += UTF16.encode(character).map(Array.init) ?? []
                continue
            }
            if escape == "u", let unit = UInt16(rest.prefix(4), radix: 16) {
                units.append(unit)
                rest = rest.dropFirst(4)
            } else {
                units += UTF16.encode(escape).map(Array.init) ?? []
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
}
