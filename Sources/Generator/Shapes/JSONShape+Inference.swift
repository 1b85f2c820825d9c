extension JSONShape {
    /// The shape of one value.
    ///
    /// A number is an integer if it is written as one: `1` is, `1.0` and `1e0` are not. Strings are dates only where that is
    /// asked for.
    package init(of node: JSONNode, readingDates: Bool = false) {
        switch node {
        case .null: self.init(.unknown, isNullable: true)
        case .bool: self.init(.bool)
        case .number(let text): self.init(.number(NumberShape(of: text)))
        case .string(let text): self.init(.text(readingDates && text.isInternetDateTime ? .date : .string))
        case .array(let elements):
            var shape = JSONShape.unknown
            for element in elements { shape.merge(JSONShape(of: element, readingDates: readingDates)) }
            self.init(.array(shape))
        case .object(let members):
            let properties = members.map {
                ObjectShape.Property($0.key, JSONShape(of: $0.value, readingDates: readingDates))
            }
            self.init(.object(ObjectShape(properties)))
        }
    }
}

extension JSONShape.NumberShape {
    /// The least that holds a number of this text.
    init(of text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        if text.utf8.contains(where: { ".eE".utf8.contains($0) }) {
            self = .double
        } else if Int64(text) != nil {
            self = .integer
        } else {
            self = digits.count <= 38 ? .decimal : .rounded
        }
    }
}

extension String {
    /// Whether it is a date and a time of RFC 3339 without a fraction of a second: what the strategy `iso8601` reads.
    var isInternetDateTime: Bool {
        let bytes = Array(utf8)
        guard bytes.count >= 20, Self.isZone(Array(bytes[19...])) else { return false }
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard zip(pattern, bytes).allSatisfy({ $0 == UInt8(ascii: "0") ? $1.isDigit : $0 == $1 }) else { return false }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        let year = number(0..<4)
        let month = number(5..<7)
        guard (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(number(8..<10)) && number(11..<13) < 24 && number(14..<16) < 60
            && number(17..<19) < 60
    }

    /// Whether this is `Z` or an offset of hours and minutes.
    private static func isZone(_ bytes: [UInt8]) -> Bool {
        if bytes == [UInt8(ascii: "Z")] { return true }
        guard bytes.count == 6, "+-".utf8.contains(bytes[0]), bytes[3] == UInt8(ascii: ":"),
            [1, 2, 4, 5].allSatisfy({ bytes[$0].isDigit })
        else { return false }
        return bytes[1] <= UInt8(ascii: "1") && bytes[4] <= UInt8(ascii: "5")
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
