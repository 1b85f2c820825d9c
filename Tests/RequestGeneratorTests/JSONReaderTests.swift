import RequestGenerator
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONReaderTests {
    private static func fault(_ text: some Sequence<UInt8>) -> JSONSyntaxError? {
        do {
            _ = try JSONReader.read(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func orderOfKeysAndTextOfNumbersAreKept() throws {
        let node = try JSONReader.read(#" { "b": [1, 1.0, -0, 1E+2], "a": { }, "c": [ ], "d": null, "e": true } "#.utf8)
        #expect(
            node
                == .object([
                    .init("b", .array([.number("1"), .number("1.0"), .number("-0"), .number("1E+2")])),
                    .init("a", .object([])), .init("c", .array([])), .init("d", .null), .init("e", .bool(true)),
                ])
        )
    }

    @Test func stringsAreUnescaped() throws {
        #expect(
            try JSONReader.read(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDC36é🐶""#.utf8)
                == .string("\"\\/\u{8}\u{C}\n\r\té🐶é🐶")
        )
    }

    @Test(arguments: ["1", "\"a\"", "null", "false", "\u{FEFF}[1]", "\t[\r\n1 ]"])
    func anyValueIsAText(_ text: String) throws {
        #expect(Self.fault(text.utf8) == nil)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 1, 1), ("[1,", .unexpectedEnd, 1, 4), ("\"a", .unexpectedEnd, 1, 3),
            ("{\"a\"", .unexpectedEnd, 1, 5),
            ("[1,]", .unexpectedCharacter("]", expected: "a value"), 1, 4),
            ("{\n  \"a\": 1,\n}", .unexpectedCharacter("}", expected: "a key"), 3, 1),
            ("{\"a\" 1}", .unexpectedCharacter("1", expected: "':'"), 1, 6),
            ("[1 2]", .unexpectedCharacter("2", expected: "',' or ']'"), 1, 4),
            ("{\"é🐶\": x}", .unexpectedCharacter("x", expected: "a value"), 1, 8),
            ("[\r\n\r\n\rtru]", .unexpectedCharacter("]", expected: "\"true\""), 4, 4),
            ("01", .trailingContent, 1, 2), ("1.", .unexpectedEnd, 1, 3), ("-", .unexpectedEnd, 1, 2),
            (".5", .unexpectedCharacter(".", expected: "a value"), 1, 1),
            ("+1", .unexpectedCharacter("+", expected: "a value"), 1, 1),
            ("1e", .unexpectedEnd, 1, 3), ("NaN", .unexpectedCharacter("N", expected: "a value"), 1, 1),
            ("[1e400]", .numberOutOfRange, 1, 2), ("1 2", .trailingContent, 1, 3),
            ("// c\n1", .unexpectedCharacter("/", expected: "a value"), 1, 1),
            (#"{"a": 1, "a": 2}"#, .duplicateKey("a"), 1, 10), (#"{"a": 1, "\u0061": 2}"#, .duplicateKey("a"), 1, 10),
            ("{\"e\u{301}\": 1, \"\u{E9}\": 2}", .duplicateKey("\u{E9}"), 1, 11),
            (#""\uD83D""#, .loneSurrogate, 1, 2), (#""\uD83D\u0041""#, .loneSurrogate, 1, 2),
            (#""\uDC36""#, .loneSurrogate, 1, 2),
            (#""\x""#, .invalidEscape, 1, 2), (#""\u+123""#, .invalidEscape, 1, 2),
            ("\"a\nb\"", .controlCharacter, 1, 3),
        ] as [(String, JSONSyntaxError.Reason, Int, Int)]
    )
    func whatIsNoJSONIsNamedWithItsPlace(_ text: String, _ reason: JSONSyntaxError.Reason, _ line: Int, _ column: Int) {
        #expect(Self.fault(text.utf8) == JSONSyntaxError(reason, line: line, column: column))
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82],
    ])
    func whatIsNoUTF8IsNamed(_ bytes: [UInt8]) {
        #expect(Self.fault(bytes) == JSONSyntaxError(.invalidUTF8, line: 1, column: 2))
    }

    @Test func depthIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(Self.fault(nested(JSONReader.depthLimit).utf8) == nil)
        #expect(
            Self.fault(nested(JSONReader.depthLimit + 1).utf8)
                == JSONSyntaxError(.tooDeep, line: 1, column: JSONReader.depthLimit + 1)
        )
        #expect(Self.fault(repeatElement(UInt8(ascii: "["), count: 1_000_000))?.reason == .tooDeep)
    }

    /// Every text that breaks off, and every one with a byte changed, is read or refused, and refused within itself.
    @Test func nothingEndsTheProcess() {
        let text = Array(#"{"a":[1,-2.5e3,true,null],"b":{"c":"\u00e9\uD83D\uDC36é"}}"#.utf8)
        var refused = 0
        for end in 0..<text.count where Self.fault(text[..<end]) != nil { refused += 1 }
        #expect(refused == text.count)
        for index in text.indices {
            for byte in [0x00, 0x22, 0x2C, 0x5B, 0x7B, 0x5C, 0x80, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                guard let fault = Self.fault(changed) else { continue }
                #expect(fault.line == 1 && (1...text.count + 1).contains(fault.column))
            }
        }
    }
}
