import Foundation
import TestSupport
import Testing

@testable import RequestTransports

/// Writes the bodies of all forms, and what they mean, for parsers of others; `Tests/check-multipart` compares.
@Suite(.timeLimit(.minutes(3)))
struct FormBodyTests {
    fileprivate struct Meaning: Encodable {
        struct Part: Encodable {
            let name: String
            let filename: String?
            let contentType: String?
            let headers: [[String]]
            let isText: Bool
            let content: Data
        }

        let title: String
        let contentType: String
        let parts: [Part]
    }

    private static let folder = ProcessInfo.processInfo.environment["FORM_BODIES"]

    @Test(.enabled(if: folder != nil, "FORM_BODIES names no folder to write to"))
    func bodiesAreWritten() async throws {
        let folder = URL(filePath: try #require(Self.folder))
        for (index, form) in FormCase.all.enumerated() {
            try await withTemporaryFolder { files in
                let body = HTTPBody.multipart(try form.form(in: files))
                let request = Ask("http://a.example/", method: .post, body: body)
                let exchange = try HTTPExchange(request, options: request.options, base: nil, headers: [:])
                let bytes = try await exchange.upload?.collect(atMost: 64 << 20)
                let meaning = Meaning(title: form.name, contentType: body.contentType, parts: form.parts.map(\.meaning))
                try bytes?.write(to: folder.appending(path: "\(index).body"))
                try JSONEncoder().encode(meaning).write(to: folder.appending(path: "\(index).json"))
            }
        }
    }
}

extension FormCase.Part {
    fileprivate typealias Meaning = FormBodyTests.Meaning.Part

    /// The part in the words of whoever filled in the form: nothing is escaped.
    fileprivate var meaning: Meaning {
        let (isText, content) =
            switch content {
            case .text(let text): (true, Data(text.utf8))
            case .bytes, .disk, .chunks, .once: (false, arriving)
            }
        return Meaning(
            name: name,
            filename: filename,
            contentType: contentType,
            headers: headers.map { [$0.name, $0.value] },
            isText: isText,
            content: content
        )
    }
}
