extension JSONReader {
    /// The text of the number that begins here; RFC 8259 §6.
    mutating func number() throws(JSONSyntaxError) -> String {
        let start = index
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw fault(.numberOutOfRange, at: start) }
        return text
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
        guard index > start else { throw unexpected("a digit") }
    }

    /// The string that begins here; RFC 8259 §7.
    mutating func string() throws(JSONSyntaxError) -> String {
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escaped()
            case 0..<0x20: throw fault(.controlCharacter)
            default:
                text.append(byte)
                index += 1
            }
        }
        throw fault(.unexpectedEnd)
    }

    private mutating func escaped() throws(JSONSyntaxError) -> [UInt8] {
        let start = index
        index += 1
        guard index < bytes.count else { throw fault(.unexpectedEnd) }
        let letter = Unicode.Scalar(bytes[index])
        index += 1
        switch letter {
        case "\"", "\\", "/": return [UInt8(ascii: letter)]
        case "b": return [0x08]
        case "f": return [0x0C]
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "u": return try unicode(from: start)
        default: throw fault(.invalidEscape, at: start)
        }
    }

    /// One scalar, which beyond U+FFFF is written as a pair of surrogates.
    private mutating func unicode(from start: Int) throws(JSONSyntaxError) -> [UInt8] {
        let first = try fourDigits(from: start)
        var value = UInt32(first)
        if UTF16.isLeadSurrogate(first) {
            guard take("\\"), take("u") else { throw fault(.loneSurrogate, at: start) }
            let second = try fourDigits(from: start)
            guard UTF16.isTrailSurrogate(second) else { throw fault(.loneSurrogate, at: start) }
            value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw fault(.loneSurrogate, at: start) }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func fourDigits(from start: Int) throws(JSONSyntaxError) -> UInt16 {
        guard index + 4 <= bytes.count else { throw fault(.unexpectedEnd, at: bytes.count) }
        let text = bytes[index..<index + 4]
        // A sign would pass for a number.
        guard text.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt16(String(decoding: text, as: UTF8.self), radix: 16)
        else { throw fault(.invalidEscape, at: start) }
        index += 4
        return value
    }
}
