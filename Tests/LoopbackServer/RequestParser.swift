/// Cuts requests out of the bytes of a connection; RFC 9112 as far as tests need it.
package struct RequestParser {
    package enum Step: Equatable {
        /// More bytes are needed.
        case incomplete
        /// The head is whole, its body is not there, and the client waits to be told to send it.
        case expectsContinue
        case request(ReceivedRequest)
        case malformed
    }

    private enum Framing { case none, length(Int), chunked }

    private var bytes: [UInt8] = []
    private var start = 0
    private var head: (request: ReceivedRequest, framing: Framing)?
    private var toldToContinue = false
    private var headIsTaken = false

    package init() {}

    package mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    /// Takes the head of the next request, once, as soon as it has arrived; its body may still be on the way.
    package mutating func nextHead() -> ReceivedRequest? {
        guard !headIsTaken, case .some = readHead(), let head else { return nil }
        headIsTaken = true
        return head.request
    }

    /// Takes what has come behind the head, for someone who reads the rest of the body past the parser.
    package mutating func takeBytes(atMost count: Int) -> [UInt8] {
        let end = min(bytes.count, start + count)
        defer { start = end }
        return Array(bytes[start..<end])
    }

    /// Whether the head is there, or is none.
    private mutating func readHead() -> Bool? {
        if head != nil { return true }
        guard let end = find([13, 10, 13, 10], from: start) else { return nil }
        guard let parsed = Self.parse(bytes[start..<end]) else { return false }
        head = parsed
        start = end + 4
        return true
    }

    /// Takes the next request, as far as it has arrived.
    package mutating func next() -> Step {
        if readHead() == false { return .malformed }
        guard let (request, framing) = head else { return .incomplete }
        switch takeBody(framing) {
        case .malformed: return .malformed
        case .incomplete:
            guard !toldToContinue, request["Expect"]?.lowercased() == "100-continue" else { return .incomplete }
            toldToContinue = true
            return .expectsContinue
        case .body(let body):
            var request = request
            request.body = body
            head = nil
            toldToContinue = false
            headIsTaken = false
            bytes.removeSubrange(..<start)
            start = 0
            return .request(request)
        }
    }

    private enum Body { case incomplete, malformed, body([UInt8]) }

    private mutating func takeBody(_ framing: Framing) -> Body {
        switch framing {
        case .none: return .body([])
        case .length(let length):
            guard bytes.count - start >= length else { return .incomplete }
            defer { start += length }
            return .body(Array(bytes[start..<start + length]))
        case .chunked: return takeChunks()
        }
    }

    private mutating func takeChunks() -> Body {
        var body: [UInt8] = []
        var index = start
        while true {
            guard let end = find([13, 10], from: index) else { return .incomplete }
            let line = String(decoding: bytes[index..<end].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let size = Int(line, radix: 16), size >= 0 else { return .malformed }
            index = end + 2
            guard bytes.count - index >= size + 2 else { return .incomplete }
            guard bytes[index + size] == 13, bytes[index + size + 1] == 10 else { return .malformed }
            body += bytes[index..<index + size]
            index += size + 2
            if size == 0 {
                start = index
                return .body(body)
            }
        }
    }

    private func find(_ pattern: [UInt8], from index: Int) -> Int? {
        guard bytes.count - index >= pattern.count else { return nil }
        return (index...bytes.count - pattern.count).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }

    private static func parse(_ head: ArraySlice<UInt8>) -> (request: ReceivedRequest, framing: Framing)? {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let first = lines.first else { return nil }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), !words[0].isEmpty, !words[1].isEmpty else { return nil }
        var request = ReceivedRequest(method: String(words[0]), target: String(words[1]))
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            request.fields.append(.init(name: String(line[..<colon]), value: String(value)))
        }
        if request["Transfer-Encoding"]?.lowercased() == "chunked" { return (request, .chunked) }
        guard let length = request["Content-Length"] else { return (request, .none) }
        guard let length = Int(length), length >= 0 else { return nil }
        return (request, .length(length))
    }
}
