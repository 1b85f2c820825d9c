/// Makes heads of the lines that come before a body; RFC 9112 §2, read as leniently as clients commonly do.
///
/// Lines may end in LF alone, a value may go on in the next line, and bytes that are no UTF-8 are read as Latin-1.
package struct HTTPHeadParser {
    package enum Step: Sendable, Hashable {
        /// The head goes on.
        case incomplete
        /// An interim head has ended; another one follows.
        case interim
        case head(HTTPResponseHead)
        /// A field after the body, which means nothing here.
        case trailer
        case malformed
    }

    /// The most bytes that heads may have before the final one ends.
    package static let maximumBytes = 256 << 10

    /// Whether the final head has come, blank line and all.
    package private(set) var isComplete = false

    /// Whether what came is no head.
    package private(set) var isMalformed = false

    private var status: Int?
    private var fields: [HTTPHeaders.Field] = []
    private var bytes = 0

    package init() {}

    /// Takes the next line in, with what ends it.
    package mutating func receive(_ line: UnsafeRawBufferPointer) -> Step {
        guard !isComplete else { return .trailer }
        bytes += line.count
        guard bytes <= Self.maximumBytes else { return fail() }
        var line = line[...]
        while let last = line.last, last == 0x0A || last == 0x0D { line = line.dropLast() }

        guard let status else {
            guard let status = Self.status(of: line) else { return fail() }
            self.status = status
            fields.reserveCapacity(8)
            return .incomplete
        }
        guard let first = line.first else { return end(status) }
        if first.isOptionalSpace {
            guard let last = fields.popLast() else { return fail() }
            let more = Self.text(line)
            fields.append(.init(name: last.name, value: last.value.isEmpty ? more : last.value + " " + more))
            return .incomplete
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return fail() }
        fields.append(.init(name: Self.text(line[..<colon]), value: Self.text(line[(colon + 1)...])))
        return .incomplete
    }

    private mutating func end(_ status: Int) -> Step {
        guard status >= 200 || status == 101 else {
            self.status = nil
            fields = []
            return .interim
        }
        isComplete = true
        defer { fields = [] }
        return .head(HTTPResponseHead(status: status, headers: HTTPHeaders(fields)))
    }

    private mutating func fail() -> Step {
        isMalformed = true
        return .malformed
    }

    /// The three digits after the version.
    private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(where: \.isOptionalSpace) else { return nil }
        let digits = line[space...].drop(while: \.isOptionalSpace).prefix { !$0.isOptionalSpace }
        guard digits.count == 3 else { return nil }
        var status = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            status = status * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return status >= 100 ? status : nil
    }

    /// The text without the space around it.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var bytes = bytes.drop(while: \.isOptionalSpace)
        while let last = bytes.last, last.isOptionalSpace { bytes = bytes.dropLast() }
        let buffer = UnsafeRawBufferPointer(rebasing: bytes)
        if let text = String(validating: buffer, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(buffer.lazy.map { Unicode.Scalar($0) }))
    }
}
