import Foundation
import TestSupport
import Testing

@testable import RequestTransports

/// Whatever is put in comes out where somebody else decodes it, by the byte; with the same texts in each run.
@Suite(.timeLimit(.minutes(3)))
struct EncodingPropertyTests {
    /// Pieces that encoders have got wrong: separators, encodings, line breaks, marks that belong to what is before them.
    private static let pieces = [
        "\"", "'", "`", "$(id)", "\\", "/", "..", ".", "?", "#", "&", "=", ";", ",", ":", "@", "+", " ", "%", "%2",
        "%41",
        "%00", "%zz", "%2e", "[", "]", "{", "}", "|", "^", "<", ">", "*", "~", "--", "\r", "\n", "\r\n", "\t", "\0",
        "\u{1}",
        "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{202E}", "\u{301}", "\u{20D0}", "\u{200D}", "\u{FE0F}", "é",
        "e\u{301}",
        "ß", "世界", "👩‍👩‍👧", "🇩🇪", "\u{1F1E9}", "\u{10FFFF}", "\u{FFFD}", "a", "Z", "0", "name", "http://",
    ]

    static let texts: [String] = {
        var random = SeededRandom(seed: 9)
        let made = (0..<400).map { _ in
            (0..<random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
        }
        return pieces + made
    }()

    private static let pairs = zip(texts, texts.reversed()).map { (name: $0, value: $1) }

    // MARK: Decoding

    private struct Malformed: Error {}

    /// RFC 3986 §2.1, from the text of the RFC.
    private func percentDecoded(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) throws -> [UInt8] {
        func digit(_ byte: UInt8?) throws -> UInt8 {
            switch byte {
            case .some(let byte) where (0x30...0x39).contains(byte): return byte - 0x30
            case .some(let byte) where (0x41...0x46).contains(byte): return byte - 0x41 + 10
            default: throw Malformed()
            }
        }
        var (decoded, rest) = ([UInt8](), Array(bytes)[...])
        while let byte = rest.popFirst() {
            switch byte {
            case 0x25: decoded.append(try digit(rest.popFirst()) << 4 | digit(rest.popFirst()))
            case 0x2B where plusIsSpace: decoded.append(0x20)
            default:
                guard (0x21...0x7E).contains(byte) else { throw Malformed() }
                decoded.append(byte)
            }
        }
        return decoded
    }

    private func items(_ text: String, plusIsSpace: Bool = false) throws -> [[[UInt8]]] {
        try Array(text.utf8).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            try item.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false).map {
                try percentDecoded($0, plusIsSpace: plusIsSpace)
            }
        }
    }

    private func bytes(of body: HTTPBody) throws -> [UInt8] {
        guard case .encoded(let encoded) = body.content else { throw Malformed() }
        return Array(try encoded.bytes(in: HTTPCoding()))
    }

    // MARK: Paths

    @Test func aSegmentIsWhatItWas() throws {
        let base = try #require(URL(string: "https://a.example/v1"))
        for text in Self.texts {
            let resource = Resource<Data>("pets/\(text)/toys", base: base)
            guard !["", ".", ".."].contains(text) else {
                #expect(throws: URLFault(.segment)) { try resource.resolvedURL(against: nil) }
                continue
            }
            // As it is sent, behind whatever resolves it.
            let sent = HTTPTarget(try #require(try resource.resolvedURL(against: nil))).text
            let segments = Array(sent.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            #expect(segments.count == 7)
            #expect(try percentDecoded(try #require(segments.dropFirst(5).first)) == Array(text.utf8), "\(sent)")
        }
    }

    @Test func valuesInPiecesAreTheWhole() throws {
        for text in Self.texts where !["", ".", ".."].contains(text) {
            var pieces = ResourcePath.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
            pieces.appendLiteral("x")
            for scalar in text.unicodeScalars { pieces.appendInterpolation(String(scalar)) }
            #expect(ResourcePath(stringInterpolation: pieces).text == ResourcePath("x\(text)").text)
            func query(_ text: String) -> String { ResourceQuery([URLQueryItem(name: text, value: nil)]).text }
            #expect(text.unicodeScalars.map { query(String($0)) }.joined() == query(text))
            func form(_ text: String) throws -> ArraySlice<UInt8> {
                try bytes(of: .form([URLQueryItem(name: "", value: text)])).dropFirst()
            }
            #expect(try text.unicodeScalars.flatMap { try form(String($0)) } == Array(form(text)))
        }
    }

    /// Text of a path is cut where its bytes say, not where its characters do.
    @Test func textIsTheSameInPieces() throws {
        for text in Self.texts {
            var pieces = ResourcePath.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
            for scalar in text.unicodeScalars { pieces.appendInterpolation(raw: String(scalar)) }
            let whole = ResourcePath(raw: text)
            #expect(ResourcePath(stringInterpolation: pieces).text == whole.text)
            guard !text.hasPrefix("http://") else { continue }
            let path = text.utf8.prefix { $0 != UInt8(ascii: "#") }
            let questions = path.contains(UInt8(ascii: "?")) ? 1 : 0
            #expect(whole.text.utf8.count { $0 == UInt8(ascii: "/") } == path.count { $0 == UInt8(ascii: "/") })
            #expect(whole.text.utf8.contains(UInt8(ascii: "?")) == (questions == 1))
            #expect(whole.text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        }
        #expect(ResourcePath(raw: "a/\u{301}?\u{301}b=1#\u{301}c").text == "a/%CC%81?%CC%81b=1")
        #expect(ResourceQuery.text("?\u{301}=1").text == "%CC%81=1")
    }

    // MARK: Queries and forms

    @Test func itemsAreWhatTheyWere() throws {
        let base = try #require(URL(string: "https://a.example/v1"))
        for (name, value) in Self.pairs {
            let list = [URLQueryItem(name: name, value: value), URLQueryItem(name: value, value: name)]
            let expected = [[name, value], [value, name]].map { $0.map { Array($0.utf8) } }
            #expect(try items(ResourceQuery(list).text) == expected)
            #expect(try items(String(decoding: bytes(of: .form(list)), as: UTF8.self), plusIsSpace: true) == expected)
            let resource = Resource<Data>("..a", base: base, parameters: ResourceQuery(list))
            let urls = [
                HTTPTarget(try #require(try resource.resolvedURL(against: nil))).text,
                try HTTPTarget("https://a.example/v1/..a", query: list).text,
            ]
            for url in urls {
                let query = try #require(url.utf8.firstIndex(of: UInt8(ascii: "?")))
                #expect(try items(String(url[query...].dropFirst())) == expected)
            }
            // A value of a path's query is data, too.
            let path = ResourcePath("a?\(name)=\(value)").text
            #expect(try items(String(path.dropFirst(2))) == [expected[0]])
        }
    }

    /// [The serializer](https://url.spec.whatwg.org/#urlencoded-serializing) knows five kinds of bytes.
    @Test func aFormIsOfTheBytesThatItsStandardHas() throws {
        for text in Self.texts {
            let form = try bytes(of: .form([URLQueryItem(name: text, value: text)]))
            #expect(!String(decoding: form, as: UTF8.self).contains("%20"))
            #expect(form.allSatisfy { $0.isLetterOrDigit || "*-._+%=".utf8.contains($0) })
        }
    }

    // MARK: JSON

    @Test func jsonIsWhatItWas() throws {
        for (name, value) in Self.pairs {
            let written = try bytes(of: .json([name: value]))
            #expect(try jsonStrings(written) == [name, value].map { Array($0.utf8) })
            let read = try HTTPCoding().makeDecoder().decode([String: String].self, from: Data(written)).first
            #expect(read.map { [Array($0.key.utf8), Array($0.value.utf8)] } == [name, value].map { Array($0.utf8) })
        }
    }

    /// The two strings of an object of one member; RFC 8259 §7.
    private func jsonStrings(_ bytes: [UInt8]) throws -> [[UInt8]] {
        var rest = bytes[...]
        func take(_ byte: Character) throws { guard rest.popFirst() == byte.asciiValue else { throw Malformed() } }
        func string() throws -> [UInt8] {
            var units: [UInt16] = []
            var raw: [UInt8] = []
            func flush() throws {
                guard let text = String(validating: raw, as: UTF8.self) else { throw Malformed() }
                units += Array(text.utf16)
                raw = []
            }
            try take("\"")
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                guard byte >= 0x20 else { throw Malformed() }
                guard byte == UInt8(ascii: "\\") else {
                    raw.append(byte)
                    continue
                }
                try flush()
                let escape = rest.popFirst().map { Character(UnicodeScalar($0)) }
                let plain: [Character: UInt16] = [
                    "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
                ]
                if let escape, let unit = plain[escape] {
                    units.append(unit)
                } else {
                    let digits = String(decoding: rest.prefix(4), as: UTF8.self)
                    guard escape == "u", digits.count == 4, let unit = UInt16(digits, radix: 16) else {
                        throw Malformed()
                    }
                    rest = rest.dropFirst(4)
                    units.append(unit)
                }
            }
            try flush()
            guard let text = String(validating: units, as: UTF16.self) else { throw Malformed() }
            return Array(text.utf8)
        }
        try take("{")
        let name = try string()
        try take(":")
        let value = try string()
        try take("}")
        guard rest.isEmpty else { throw Malformed() }
        return [name, value]
    }
}
