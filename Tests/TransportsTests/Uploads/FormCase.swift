import Foundation
import TestSupport
import Testing

@testable import RequestTransports

/// A form that tests send, told apart from what makes it: what is meant, in its own words.
struct FormCase: Sendable, CustomTestStringConvertible {
    /// One part, as someone who fills in the form would say it.
    struct Part: Sendable {
        enum Content: Sendable {
            case text(String)
            case bytes(Data)
            case disk(Data)
            case chunks([Data], isLengthKnown: Bool)
            case once([Data])
        }

        var name: String
        var filename: String?
        var contentType: String?
        var headers: [MultipartParser.Field] = []
        var content: Content
    }

    let name: String
    var boundary: String?
    var parts: [Part]

    var testDescription: String { name }
}

extension FormCase.Part {
    /// All bytes, as they are meant to arrive.
    var arriving: Data {
        switch content {
        case .text(let text): Data(Self.withLineBreaks(text).utf8)
        case .bytes(let bytes), .disk(let bytes): bytes
        case .chunks(let chunks, _), .once(let chunks): chunks.reduce(Data(), +)
        }
    }

    /// The pieces in which content that is not in memory comes; `nil` where it is.
    var pieces: [Data]? {
        switch content {
        case .text, .bytes: nil
        case .disk(let bytes): [bytes]
        case .chunks(let chunks, _), .once(let chunks): chunks
        }
    }

    /// The part as a strict parser has to find it.
    var parsed: MultipartParser.Part {
        let type = contentType.map { [MultipartParser.Field(name: "Content-Type", value: $0)] } ?? []
        return MultipartParser.Part(
            name: Self.escaped(Self.withLineBreaks(name)),
            filename: filename.map(Self.escaped),
            headers: type + headers,
            content: Array(arriving)
        )
    }

    /// Every line break is CR LF, whatever it was.
    private static func withLineBreaks(_ text: String) -> String {
        replacing([("\r\n", "\n"), ("\r", "\n"), ("\n", "\r\n")], in: text)
    }

    private static func escaped(_ name: String) -> String {
        replacing([("\"", "%22"), ("\r", "%0D"), ("\n", "%0A")], in: name)
    }

    private static func replacing(_ changes: [(String, String)], in text: String) -> String {
        let bytes = changes.reduce(Array(text.utf8)) { bytes, change in
            bytes.replacing(Array(change.0.utf8), with: Array(change.1.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The part of the product; a file on disk is written into the folder.
    func part(in folder: URL) throws -> MultipartForm.Part {
        let headers = HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
        let type = contentType ?? ""
        switch (content, filename) {
        case (.text(let text), _): return .field(name, text, contentType: contentType, headers: headers)
        case (.bytes(let bytes), nil): return .field(name, bytes: bytes, contentType: contentType, headers: headers)
        case (.bytes(let bytes), let filename?):
            return .file(name, filename: filename, bytes: bytes, contentType: type, headers: headers)
        case (.disk(let bytes), let filename):
            let file = folder.appending(path: UUID().uuidString)
            try bytes.write(to: file)
            return .file(name, at: file, filename: filename, contentType: type, headers: headers)
        case (.chunks(let chunks, let isLengthKnown), let filename):
            let length = isLengthKnown ? arriving.count : nil
            return .file(name, filename: filename ?? "", length: length, contentType: type, headers: headers) {
                stream(of: chunks)
            }
        case (.once(let chunks), let filename):
            return .file(
                name,
                filename: filename ?? "",
                once: stream(of: chunks),
                contentType: type,
                headers: headers
            )
        }
    }
}

extension FormCase {
    /// The form of the product.
    func form(in folder: URL) throws -> MultipartForm {
        MultipartForm(try parts.map { try $0.part(in: folder) }, boundary: boundary)
    }
}

/// A sequence of these chunks, which is there once only.
func stream(of chunks: [Data]) -> AsyncStream<Data> {
    AsyncStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish()
    }
}

/// Makes a file of more than fits between the two ends of a connection, without writing it.
func makeLargeFile(in folder: URL) throws -> URL {
    let file = folder.appending(path: "large")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 24 << 20)
    try handle.close()
    return file
}

/// Runs a test with a folder of its own.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "uploads-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // It is in the temporary folder anyway.
    return try await body(folder)
}
