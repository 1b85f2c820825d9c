import Foundation
import TestSupport
import Testing

@testable import RequestTransports

/// The encoder alone: nothing is sent, nothing is read.
@Suite(.timeLimit(.minutes(3)))
struct MultipartEncoderTests {
    private func layout(of form: FormCase) throws -> (layout: MultipartLayout, contentType: String) {
        let boundary = try #require(MultipartBoundary(form.boundary ?? "the-boundary"))
        var layout = MultipartLayout(boundary, isFixed: true)
        for part in form.parts {
            // A file of the same bytes stands for one that is on disk: the head is what is looked at.
            let made = MultipartForm.Part(
                name: part.name,
                filename: part.filename,
                contentType: part.contentType,
                headers: HTTPHeaders(part.headers.map { .init(name: $0.name, value: $0.value) }),
                content: .bytes(Data())
            )
            let isStated = if case .chunks(_, false) = part.content { false } else { true }
            let length = isStated ? part.arriving.count : nil
            layout.append(made, part.pieces == nil ? .bytes(part.arriving) : .supplied(length: length))
        }
        return (layout, boundary.contentType)
    }

    /// Everything, by buffers of one size, with supplied content in pieces of at most another.
    private func encode(_ form: FormCase, _ layout: MultipartLayout, by size: Int, supplying most: Int = .max) throws
        -> [UInt8]
    {
        var encoder = MultipartEncoder(layout)
        var pieces = form.parts.map { part in
            (part.pieces ?? []).flatMap { piece in
                stride(from: 0, to: piece.count, by: min(most, max(1, piece.count))).map { start in
                    piece.dropFirst(start).prefix(most)
                }
            }[...]
        }
        var body: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            switch buffer.withUnsafeMutableBytes({ encoder.next(into: $0) }) {
            case .bytes(let count):
                try #require(count > 0 && count <= size)
                body += buffer.prefix(count)
            case .needsContent(let index):
                guard let piece = pieces[index].popFirst() else {
                    try encoder.finishContent()
                    continue
                }
                try encoder.supply(piece)
            case .end:
                #expect(buffer.withUnsafeMutableBytes { encoder.next(into: $0) } == .end)
                return body
            }
        }
    }

    @Test(arguments: FormCase.all)
    func oneByteAtATimeEqualsAllAtOnce(form: FormCase) async throws {
        let (layout, contentType) = try layout(of: form)
        let whole = try encode(form, layout, by: 1 << 20)
        #expect(try MultipartParser.parts(of: whole, contentType: contentType) == form.parts.map(\.parsed))
        let sizes = [(1, 1), (1000, 300), (1, Int.max), (2, 1), (3, 2), (7, 5), (64, 1000), (1000, 3)]
        for (size, most) in whole.count > 10_000 ? sizes.prefix(2) : sizes[...] {
            // Other tests have their turn.
            await Task.yield()
            #expect(try encode(form, layout, by: size, supplying: most) == whole)
        }
        if let length = layout.length { #expect(whole.count == length) }
    }

    @Test func theLengthIsKnownWhereEveryPartsIs() throws {
        let known = try #require(FormCase.all.first { $0.name == "chunks of a known length" })
        let unknown = try #require(FormCase.all.first { $0.name == "chunks of a length that is not known" })
        #expect(try layout(of: known).layout.length != nil)
        #expect(try layout(of: unknown).layout.length == nil)
    }

    @Test func aFormIsWrittenAsItStandsInTheRFC() throws {
        let form = FormCase(
            name: "",
            boundary: "AaB03x",
            parts: [
                .init(name: "field1", content: .text("Joe owes ¤100.")),
                .init(name: "files", filename: "file1.txt", contentType: "text/plain", content: .bytes(Data("…".utf8))),
            ]
        )
        let body = try encode(form, try layout(of: form).layout, by: 1 << 10)
        let lines = [
            "--AaB03x", #"Content-Disposition: form-data; name="field1""#, "", "Joe owes ¤100.",
            "--AaB03x", #"Content-Disposition: form-data; name="files"; filename="file1.txt""#,
            "Content-Type: text/plain", "", "…", "--AaB03x--", "",
        ]
        #expect(String(decoding: body, as: UTF8.self) == lines.joined(separator: "\r\n"))
        let empty = FormCase(name: "", boundary: "AaB03x", parts: [])
        #expect(try encode(empty, try layout(of: empty).layout, by: 3) == Array("--AaB03x--\r\n".utf8))
    }

    private func encoder(of length: Int?, isFixed: Bool = false) throws -> MultipartEncoder {
        var layout = MultipartLayout(try #require(MultipartBoundary("boundary")), isFixed: isFixed)
        layout.append(.file("f", filename: "f", bytes: Data()), .supplied(length: length))
        var encoder = MultipartEncoder(layout)
        var buffer = [UInt8](repeating: 0, count: 1000)
        let steps = buffer.withUnsafeMutableBytes { [encoder.next(into: $0), encoder.next(into: $0)] }
        try #require(steps.last == .needsContent(of: 0))
        return encoder
    }

    @Test func aPartHasTheLengthThatWasSaid() throws {
        var short = try encoder(of: 3)
        try short.supply(Data("ab".utf8))
        var long = short
        #expect(throws: HTTPTransportError.self) { try short.finishContent() }
        #expect(throws: HTTPTransportError.self) { try long.supply(Data("cd".utf8)) }
        try long.supply(Data("c".utf8))
        try long.finishContent()
    }

    @Test(arguments: ["boundary", "xxboundary", "--boundaryxx"])
    func aFixedBoundaryIsFoundInWhatIsSupplied(text: String) throws {
        for size in 1...text.utf8.count {
            var encoder = try encoder(of: nil, isFixed: true)
            var rest = Data(text.utf8)[...]
            #expect(throws: HTTPTransportError.self) {
                while !rest.isEmpty {
                    try encoder.supply(Data(rest.prefix(size)))
                    var buffer = [UInt8](repeating: 0, count: 1000)
                    _ = buffer.withUnsafeMutableBytes { encoder.next(into: $0) }
                    rest = rest.dropFirst(size)
                }
            }
        }
        var other = try encoder(of: nil)
        try other.supply(Data(text.utf8))
    }
}

@Suite(.timeLimit(.minutes(3)))
struct ByteSearchTests {
    @Test func itFindsWhateverTheBordersAre() {
        for text in ["aab", "aaab", "xaab", "aabx", "aaxaab", "aaaaab"] {
            for size in 1...text.utf8.count {
                var search = ByteSearch(for: "aab")
                let bytes = Data(text.utf8)
                let found = stride(from: 0, to: bytes.count, by: size).map { start in
                    search.finds(in: bytes.dropFirst(start).prefix(size))
                }
                #expect(found.contains(true), "\(text) by \(size)")
            }
        }
        for text in ["", "a", "aa", "aba", "aaxb", "aa-ab"] {
            var search = ByteSearch(for: "aab")
            let found = text.utf8.map { search.finds(in: Data([$0])) }
            #expect(!found.contains(true), "\(text)")
            var whole = ByteSearch(for: "aab")
            let isFound = whole.finds(in: Data(text.utf8))
            #expect(!isFound)
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct StatedLengthTests {
    private func take(_ chunks: [Int], of length: Int?) -> String {
        var rest = StatedLength(length)
        var log: [String] = []
        do throws(HTTPTransportError) {
            for chunk in chunks { log.append(try rest.take(Data(count: chunk)).map { "\($0.count)" } ?? "-") }
            log.append(try rest.finish().map { "end \($0.count)" } ?? "end")
        } catch {
            log.append("\(error.code)")
        }
        return log.joined(separator: ", ")
    }

    @Test func whatCompletesTheLengthComesLast() {
        #expect(take([2, 3], of: 5) == "2, -, end 3")
        #expect(take([2, 0, 3, 0], of: 5) == "2, 0, -, 0, end 3")
        #expect(take([], of: 0) == "end")
        #expect(take([2, 3], of: nil) == "2, 3, end")
    }

    @Test func anyOtherLengthFailsBeforeTheBodyIsWhole() {
        #expect(take([2, 3, 1], of: 5) == "2, -, bodyFailed")
        #expect(take([2, 4], of: 5) == "2, bodyFailed")
        #expect(take([2], of: 5) == "2, bodyFailed")
        #expect(take([1], of: 0) == "bodyFailed")
        #expect(take([], of: 1) == "bodyFailed")
        #expect(take([1], of: -1) == "bodyFailed")
        #expect(take([], of: -1) == "bodyFailed")
    }
}
