#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension [URLQueryItem] {
    /// The items as a query in which only unreserved characters stand for themselves; RFC 3986 §2.3.
    ///
    /// So a plus sign stays one where spaces are read from it, and separators of any dialect stay data.
    var percentEncoded: String {
        map { item in
            guard let value = item.value else { return item.name.percentEncoded }
            return item.name.percentEncoded + "=" + value.percentEncoded
        }.joined(separator: "&")
    }
}

extension String {
    /// What the text stands for; what is not encoded as it should be stands for itself.
    var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let decoded = UInt8(Substring(rest.prefix(2)), radix: 16)
            {
                bytes.append(decoded)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
