/// Reads JSON strictly as RFC 8259 has it.
///
/// Nothing is lost: keys keep their order and numbers their text. A mark of the byte order at the front is passed over;
/// RFC 8259 §8.1. Where the RFC leaves it open, what a decoder in Swift could not give is refused: duplicate keys, halves of
/// surrogate pairs, numbers beyond `Double`, more than ``depthLimit`` levels.
package struct JSONReader {
    /// How many arrays and objects may stand in each other.
    package static let depthLimit = 128

    let bytes: [UInt8]
    var index = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The value that a text holds.
    package static func read(_ text: some Sequence<UInt8>) throws(JSONSyntaxError) -> JSONNode {
        var reader = JSONReader(Array(text))
        try reader.checkEncoding()
        if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        let node = try reader.value()
        reader.skipSpace()
        guard reader.index == reader.bytes.count else { throw reader.fault(.trailingContent) }
        return node
    }

    func fault(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(reason, at: offset ?? index, in: bytes)
    }

    /// What stands here where something else was due.
    func unexpected(_ expected: String) -> JSONSyntaxError {
        guard index < bytes.count else { return fault(.unexpectedEnd) }
        let rest = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
        return fault(rest.unicodeScalars.first.map { .unexpectedCharacter($0, expected: expected) } ?? .unexpectedEnd)
    }

    private func checkEncoding() throws(JSONSyntaxError) {
        var offset = 0
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return
            case .error: throw fault(.invalidUTF8, at: offset)
            }
        }
    }

    mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// Passes over this byte if it is the next one.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONNode {
        skipSpace()
        guard index < bytes.count else { throw fault(.unexpectedEnd) }
        switch Unicode.Scalar(bytes[index]) {
        case "{": return try nested { (reader) throws(JSONSyntaxError) in try reader.object() }
        case "[": return try nested { (reader) throws(JSONSyntaxError) in try reader.array() }
        case "\"": return .string(try string())
        case "-", "0"..."9": return .number(try number())
        case "t": return try word("true", .bool(true))
        case "f": return try word("false", .bool(false))
        case "n": return try word("null", .null)
        default: throw unexpected("a value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONSyntaxError) -> JSONNode
    ) throws(JSONSyntaxError) -> JSONNode {
        guard depth < Self.depthLimit else { throw fault(.tooDeep) }
        depth += 1
        index += 1
        let node = try read(&self)
        depth -= 1
        return node
    }

    private mutating func word(_ word: StaticString, _ node: JSONNode) throws(JSONSyntaxError) -> JSONNode {
        for character in "\(word)".unicodeScalars {
            guard take(character) else { throw unexpected("\"\(word)\"") }
        }
        return node
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONNode {
        var elements: [JSONNode] = []
        skipSpace()
        if take("]") { return .array([]) }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw unexpected("',' or ']'") }
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONNode {
        var members: [JSONNode.Member] = []
        var keys: Set<String> = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            let start = index
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw unexpected("a key") }
            let key = try string()
            guard keys.insert(key).inserted else { throw fault(.duplicateKey(key), at: start) }
            skipSpace()
            guard take(":") else { throw unexpected("':'") }
            members.append(.init(key, try value()))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw unexpected("',' or '}'") }
        }
    }
}
