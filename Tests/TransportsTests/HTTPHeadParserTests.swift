import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPHeadParserTests {
    private func parse(_ lines: [String], into parser: inout HTTPHeadParser) -> [HTTPHeadParser.Step] {
        lines.map { line in Array(line.utf8).withUnsafeBytes { parser.receive($0) } }
    }

    private func parse(_ lines: [String]) -> [HTTPHeadParser.Step] {
        var parser = HTTPHeadParser()
        return parse(lines, into: &parser)
    }

    @Test func aHeadEndsWithItsBlankLine() {
        var parser = HTTPHeadParser()
        let lines = ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "C:  d \t\r\n"]
        #expect(parse(lines, into: &parser) == [.incomplete, .incomplete, .incomplete])
        #expect(!parser.isComplete)
        #expect(parse(["\r\n"], into: &parser) == [.head(.init(status: 200, headers: ["A": "b", "C": "d"]))])
        #expect(parser.isComplete)
        #expect(parse(["X-Trailer: 1\r\n", "\r\n"], into: &parser) == [.trailer, .trailer])
    }

    @Test func interimHeadsAreForgotten() {
        let steps = parse([
            "HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n",
            "HTTP/2 204 \r\n", "\r\n",
        ])
        #expect(steps.filter { $0 == .interim }.count == 2)
        #expect(steps.last == .head(.init(status: 204)))
    }

    @Test func switchingProtocolsIsFinal() {
        #expect(parse(["HTTP/1.1 101 Switching Protocols\r\n", "\r\n"]).last == .head(.init(status: 101)))
    }

    @Test(arguments: [
        ["HTTP/1.1 200\n", "A:b\n", "\n"], ["HTTP/1.0 200 \r\n", "A:b\r\n", "\r\n"],
        ["HTTP/1.1 200 OK\r\n", "A:\r\n", " b\r\n", "\r\n"],
    ])
    func lenientFormsAreRead(lines: [String]) {
        #expect(parse(lines).last == .head(.init(status: 200, headers: ["A": "b"])))
    }

    @Test func aValueGoesOnInTheNextLine() {
        let steps = parse(["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\t c\r\n", "\r\n"])
        #expect(steps.last == .head(.init(status: 200, headers: ["A": "b c"])))
    }

    @Test func duplicatesAndOrderStay() {
        let steps = parse(["HTTP/1.1 200 OK\r\n", "x-b: 1\r\n", "X-A: 2\r\n", "X-B: 3\r\n", "\r\n"])
        let fields: [HTTPHeaders.Field] = [
            .init(name: "x-b", value: "1"), .init(name: "X-A", value: "2"), .init(name: "X-B", value: "3"),
        ]
        #expect(steps.last == .head(.init(status: 200, headers: HTTPHeaders(fields))))
    }

    @Test func bytesThatAreNoUTF8AreLatin1() {
        var parser = HTTPHeadParser()
        _ = parse(["HTTP/1.1 200 OK\r\n"], into: &parser)
        _ = ([UInt8]("N: caf".utf8) + [0xE9, 0x0D, 0x0A]).withUnsafeBytes { parser.receive($0) }
        #expect(parse(["\r\n"], into: &parser) == [.head(.init(status: 200, headers: ["N": "café"]))])
    }

    @Test(arguments: [
        ["SSH-2.0\r\n"], ["\r\n"], ["HTTP/1.1 OK\r\n"], ["HTTP/1.1 20 OK\r\n"], ["HTTP/1.1 2000 OK\r\n"],
        ["HTTP/1.1 099 OK\r\n"], ["HTTP/1.1\r\n"], ["HTTP/1.1 200 OK\r\n", "no colon\r\n"],
        ["HTTP/1.1 200 OK\r\n", ": no name\r\n"], ["HTTP/1.1 200 OK\r\n", " no field\r\n"],
    ])
    func whatIsNoHeadIsMalformed(lines: [String]) {
        var parser = HTTPHeadParser()
        #expect(parse(lines, into: &parser).last == .malformed)
        #expect(parser.isMalformed)
        #expect(!parser.isComplete)
    }

    @Test func aHeadWithoutEndIsMalformed() {
        var parser = HTTPHeadParser()
        _ = parse(["HTTP/1.1 200 OK\r\n"], into: &parser)
        let line = "A: " + String(repeating: "b", count: 997)
        let steps = parse([String](repeating: line, count: 300), into: &parser)
        #expect(steps.firstIndex(of: .malformed) == HTTPHeadParser.maximumBytes / 1000)
    }
}
