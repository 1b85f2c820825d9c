import Foundation
import TestSupport
import Testing

@testable import RequestTransports

/// Forms of hostile names and contents, the same in each run, read by a parser that has nothing to do with the encoder.
@Suite(.timeLimit(.minutes(3)))
struct FormPropertyTests {
    private static let forms: [FormCase] = {
        var random = SeededRandom(seed: 7578)
        func text() -> String { EncodingPropertyTests.texts[random.below(EncodingPropertyTests.texts.count)] }
        func content() -> FormCase.Part.Content {
            let bytes = Data(text().utf8) + Data((0..<random.below(300)).map { _ in UInt8(random.below(256)) })
            let chunks = stride(from: 0, to: bytes.count, by: 1 + random.below(80)).map { start in
                Data(bytes.dropFirst(start).prefix(79))
            }
            return switch random.below(5) {
            case 0: .text(text())
            case 1: .bytes(bytes)
            case 2: .disk(bytes)
            case 3: .chunks(chunks, isLengthKnown: random.below(2) == 0)
            default: .once(chunks)
            }
        }
        return (0..<60).map { number in
            FormCase(
                name: "random \(number)",
                parts: (0..<random.below(5)).map { _ in
                    let content = content()
                    let isField = if case .text = content { true } else { false }
                    return FormCase.Part(
                        name: text(),
                        filename: isField ? nil : text(),
                        contentType: isField ? nil : "application/x-test",
                        content: content
                    )
                }
            )
        }
    }()

    @Test(arguments: forms)
    func everyPartIsWhatItWas(form: FormCase) async throws {
        try await withTemporaryFolder { folder in
            var random = SeededRandom(seed: 2046)
            let body = HTTPBody.multipart(try form.form(in: folder), using: &random)
            guard case .streamed(let streamed) = body.content else {
                Issue.record("A form that cannot be sent")
                return
            }
            let upload = try streamed.makeUpload()
            let bytes = try await upload.collect(atMost: 1 << 20)
            #expect(try MultipartParser.parts(of: bytes, contentType: body.contentType) == form.parts.map(\.parsed))
            #expect(upload.length ?? bytes.count == bytes.count)
        }
    }

    @Test(arguments: forms)
    func oneByteAtATimeIsTheWhole(form: FormCase) throws {
        let boundary = try #require(MultipartBoundary("the-boundary"))
        var layout = MultipartLayout(boundary)
        for part in form.parts {
            let head = MultipartForm.Part(
                name: part.name,
                filename: part.filename,
                contentType: part.contentType,
                headers: [:],
                content: .bytes(Data())
            )
            layout.append(head, .bytes(part.arriving))
        }
        func encode(by size: Int) -> [UInt8] {
            var encoder = MultipartEncoder(layout)
            var (body, buffer) = ([UInt8](), [UInt8](repeating: 0, count: size))
            while case .bytes(let count) = buffer.withUnsafeMutableBytes({ encoder.next(into: $0) }) {
                body += buffer.prefix(count)
            }
            return body
        }
        let whole = encode(by: 1 << 16)
        #expect(encode(by: 1) == whole)
        #expect(encode(by: 13) == whole)
        #expect(try MultipartParser.parts(of: whole, contentType: boundary.contentType) == form.parts.map(\.parsed))
    }
}
