/// Reads a form as strictly as it can be read: whatever RFC 7578 and RFC 2046 do not ask for word by word is an error.
package struct MultipartParser {
    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package struct Part: Sendable, Hashable {
        /// The names as they stand between the quotes.
        package var name: String
        package var filename: String?
        /// All fields but `Content-Disposition`.
        package var headers: [Field]
        package var content: [UInt8]

        package init(name: String, filename: String? = nil, headers: [Field] = [], content: [UInt8]) {
            self.name = name
            self.filename = filename
            self.headers = headers
            self.content = content
        }
    }

    package struct Fault: Error, Equatable {
        let text: String
    }

    private let bytes: [UInt8]
    private let boundary: [UInt8]
    private var index = 0

    /// The parts of a body of this media type.
    package static func parts(of bytes: some Sequence<UInt8>, contentType: String) throws(Fault) -> [Part] {
        let mark = "multipart/form-data; boundary="
        guard contentType.hasPrefix(mark) else { throw Fault(text: "media type") }
        var boundary = contentType.utf8.dropFirst(mark.utf8.count)
        if boundary.first == UInt8(ascii: "\"") {
            guard boundary.count > 2, boundary.last == UInt8(ascii: "\"") else { throw Fault(text: "quotes") }
            boundary = boundary.dropFirst().dropLast()
        }
        guard 1...70 ~= boundary.count, !boundary.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") }) else {
            throw Fault(text: "boundary")
        }
        var parser = MultipartParser(bytes: Array(bytes), boundary: Array(boundary))
        return try parser.parts()
    }

    private init(bytes: [UInt8], boundary: [UInt8]) {
        self.bytes = bytes
        self.boundary = boundary
    }

    private mutating func parts() throws(Fault) -> [Part] {
        let dashes: [UInt8] = [45, 45]
        try take(dashes + boundary, "first delimiter")
        var parts: [Part] = []
        while !skip(dashes) {
            try take([13, 10], "end of a delimiter")
            var lines: [[UInt8]] = []
            while !skip([13, 10]) { lines.append(try takeUntil([13, 10], "end of a header line")) }
            let content = try takeUntil([13, 10] + dashes + boundary, "delimiter behind a part")
            parts.append(try part(of: lines, content))
        }
        try take([13, 10], "end of the last delimiter")
        guard index == bytes.count else { throw Fault(text: "something behind the last delimiter") }
        return parts
    }

    private func part(of lines: [[UInt8]], _ content: [UInt8]) throws(Fault) -> Part {
        var headers: [Field] = []
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            guard Array(text.utf8) == line else { throw Fault(text: "header that is no UTF-8") }
            guard !line.contains(13), !line.contains(10) else { throw Fault(text: "lone line break") }
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
                text[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                text[colon...].utf8.dropFirst().first == UInt8(ascii: " ")
            else { throw Fault(text: "header line") }
            headers.append(
                Field(
                    name: String(text[..<colon]),
                    value: String(decoding: text.utf8[colon...].dropFirst(2), as: UTF8.self)
                )
            )
        }
        guard let first = headers.first, first.name == "Content-Disposition",
            !headers.dropFirst().contains(where: { $0.name.lowercased() == "content-disposition" })
        else { throw Fault(text: "disposition") }
        let (name, filename) = try names(in: first.value)
        return Part(name: name, filename: filename, headers: Array(headers.dropFirst()), content: content)
    }

    private func names(in disposition: String) throws(Fault) -> (String, String?) {
        let pieces = disposition.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch pieces.count {
        case 3 where pieces[0] == "form-data; name=" && pieces[2].isEmpty: return (pieces[1], nil)
        case 5 where pieces[0] == "form-data; name=" && pieces[2] == "; filename=" && pieces[4].isEmpty:
            return (pieces[1], pieces[3])
        default: throw Fault(text: "names")
        }
    }

    private mutating func skip(_ pattern: [UInt8]) -> Bool {
        guard bytes[index...].starts(with: pattern) else { return false }
        index += pattern.count
        return true
    }

    private mutating func take(_ pattern: [UInt8], _ what: String) throws(Fault) {
        guard skip(pattern) else { throw Fault(text: what) }
    }

    private mutating func takeUntil(_ pattern: [UInt8], _ what: String) throws(Fault) -> [UInt8] {
        let (start, last) = (index, bytes.count - pattern.count)
        let end = bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end <= last, bytes[end] != pattern[0] || !bytes[end...].starts(with: pattern) { end += 1 }
            return end
        }
        guard end <= last else { throw Fault(text: what) }
        index = end + pattern.count
        return Array(bytes[start..<end])
    }
}
