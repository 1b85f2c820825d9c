import Foundation
import TestSupport

extension FormCase {
    private static func text(_ name: String, _ text: String, type: String? = nil) -> Part {
        Part(name: name, contentType: type, content: .text(text))
    }

    private static func file(_ name: String, _ filename: String, _ content: Part.Content, type: String = "image/png")
        -> Part
    {
        Part(name: name, filename: filename, contentType: type, content: content)
    }

    private static func file(named filename: String) -> Part {
        file("file", filename, .bytes(Data("content of \(filename.count)".utf8)))
    }

    private static let everyByte = Data((0...255).map { UInt8($0) })
    private static let long = String(repeating: "long ", count: 2048)

    /// Contents that look like what stands around them.
    private static let lookalikes: [String] = [
        "\r\n", "\r", "\n", "--", "\r\n--", "\r\n--\r\n", "--boundary--\r\n", "ends in CR\r", "\r\n\r\n",
        "Content-Disposition: form-data; name=\"x\"\r\n\r\n", "\r\n--x\r\n", "-", "\u{0}",
    ]

    /// Every kind of part, and names and contents that nobody would choose who means well.
    static let all: [FormCase] =
        [
            FormCase(name: "no parts", parts: []),
            FormCase(name: "one field", parts: [text("title", "Holiday")]),
            FormCase(name: "an empty field", parts: [text("empty", "")]),
            FormCase(name: "an empty name", parts: [text("", "nameless")]),
            FormCase(name: "empty everything", parts: [text("", ""), file("", "", .bytes(Data()))]),
            FormCase(name: "names that repeat, in order", parts: (0..<5).map { text("tag", "number \($0)") }),
            FormCase(name: "many fields", parts: (0..<300).map { text("field \($0)", "value \($0)") }),
            FormCase(name: "text of every script", parts: [text("naïve 名前 😀", "größe\u{301} 漢字 🏳️‍🌈 \u{2028}")]),
            FormCase(name: "text with a type", parts: [text("json", #"{"a":"b"}"#, type: "application/json")]),
            FormCase(name: "line breaks of every kind", parts: [text("text", "a\nb\rc\r\nd\n\re\r\r\nf\n\n")]),
            FormCase(name: "bytes keep their line breaks", parts: [bytes("text", Data("a\nb\rc\r\n".utf8))]),
            FormCase(name: "every byte", parts: [bytes("bytes", everyByte), file("f", "b", .bytes(everyByte))]),
            FormCase(name: "a field of bytes without a type", parts: [bytes("raw", Data([0, 1, 2]), type: nil)]),
            FormCase(name: "quotes in names", parts: [text("a\"b", "x"), file("a\"", "x\".png", .bytes(everyByte))]),
            FormCase(
                name: "a head in a name",
                parts: [
                    file("f", "a\r\nContent-Type: text/html\r\n\r\nboo", .bytes(Data("y".utf8))),
                    text("n\r\n\r\n--x\r\n", "v"),
                ]
            ),
            FormCase(name: "lone line breaks in names", parts: [text("a\nb\rc", "v"), file(named: "a\nb\rc")]),
            FormCase(name: "NUL in names", parts: [text("a\u{0}b", "v"), file(named: "x\u{0}.png")]),
            FormCase(
                name: "separators in names",
                parts: [text("semi;colon=a", "v"), file(named: "x; name=y, z"), file(named: "semi;colon")]
            ),
            FormCase(
                name: "backslashes in names",
                parts: [text("back\\slash", "v"), file(named: "C:\\a\\"), file(named: "back\\slash")]
            ),
            FormCase(name: "names of ten kilobytes", parts: [text(long, "v"), file(named: long)]),
            FormCase(name: "names that look escaped", parts: [text("%22%0D", "v"), file(named: "100%25.png")]),
            FormCase(name: "a fixed boundary in quotes", boundary: "a b:c=d?", parts: [text("name", "value")]),
            FormCase(
                name: "a boundary of 70 characters",
                boundary: String(repeating: "-", count: 70),
                parts: [text("name", "value")]
            ),
            FormCase(
                name: "further headers",
                parts: [
                    Part(
                        name: "f",
                        filename: "f",
                        contentType: "text/csv; charset=utf-8",
                        headers: [.init(name: "X-Row", value: "1; a=\"b\""), .init(name: "x-row", value: "ü")],
                        content: .bytes(Data("1,2".utf8))
                    )
                ]
            ),
            FormCase(
                name: "contents that look like delimiters",
                parts: lookalikes.flatMap { lookalike in
                    [
                        bytes("like", Data(lookalike.utf8)),
                        file("like", "like", .chunks([Data(lookalike.utf8)], isLengthKnown: true)),
                    ]
                }
            ),
            FormCase(
                name: "nothing but line breaks",
                parts: [
                    bytes("breaks", Data(String(repeating: "\r\n", count: 10_000).utf8))
                ]
            ),
            FormCase(
                name: "a file on disk",
                parts: [text("a", "b"), file("f", "f.png", .disk(everyByte)), text("c", "d")]
            ),
            FormCase(name: "an empty file on disk", parts: [file("f", "f.png", .disk(Data()))]),
            FormCase(name: "a long file on disk", parts: [file("f", "f", .disk(Data(count: 140_000)))]),
            FormCase(
                name: "chunks of a known length",
                parts: [file("f", "f", .chunks([Data("ab".utf8), Data(), everyByte], isLengthKnown: true))]
            ),
            FormCase(
                name: "chunks of a length that is not known",
                parts: [
                    file("f", "f", .chunks([everyByte, Data("end\r".utf8)], isLengthKnown: false)), text("a", "b"),
                ]
            ),
            FormCase(
                name: "no chunks",
                parts: [file("f", "f", .chunks([], isLengthKnown: false)), file("g", "g", .once([]))]
            ),
            FormCase(
                name: "every kind of part",
                parts: [
                    text("text", "text"), bytes("bytes", everyByte), file("f", "1", .bytes(everyByte)),
                    file("f", "2", .disk(everyByte)), file("f", "3", .chunks([everyByte], isLengthKnown: true)),
                    file("f", "4", .once([everyByte, everyByte])),
                ]
            ),
        ]

    private static func bytes(_ name: String, _ bytes: Data, type: String? = "application/octet-stream") -> Part {
        Part(name: name, contentType: type, content: .bytes(bytes))
    }
}
