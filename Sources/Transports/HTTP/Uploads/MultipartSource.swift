#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The body of a form as it is sent: an encoder and, one after the other, the sources of its parts.
struct MultipartSource: UploadSource {
    private static let chunkSize = 64 << 10

    private var encoder: MultipartEncoder
    private let uploads: [HTTPUpload?]
    private var source: (any UploadSource)?

    /// A body of this layout; `uploads` has an element for each part, which is there where its content is supplied.
    init(_ layout: MultipartLayout, supplying uploads: [HTTPUpload?]) {
        encoder = MultipartEncoder(layout)
        self.uploads = uploads
    }

    mutating func next() async throws(HTTPTransportError) -> Data? {
        var chunk = Data(count: Self.chunkSize)
        while true {
            let step = chunk.withUnsafeMutableBytes { encoder.next(into: $0) }
            switch step {
            case .bytes(Self.chunkSize): return chunk
            // A copy: the rest of the buffer would be kept along with a slice.
            case .bytes(let count): return chunk.withUnsafeBytes { Data($0.prefix(count)) }
            case .end: return nil
            case .needsContent(let index): try await supply(index)
            }
        }
    }

    private mutating func supply(_ index: Int) async throws(HTTPTransportError) {
        var source = if let source { source } else { try uploads[index]?.makeSource() }
        if let chunk = try await source?.next() {
            try encoder.supply(chunk)
            self.source = source
        } else {
            try encoder.finishContent()
            self.source = nil
        }
    }
}

extension MultipartForm {
    /// The body of this form, whose parts have been checked: asks the file system for the lengths of files.
    func makeUpload(_ boundary: MultipartBoundary) throws(HTTPTransportError) -> HTTPUpload {
        var layout = MultipartLayout(boundary, isFixed: self.boundary != nil)
        var uploads: [HTTPUpload?] = []
        for part in parts {
            let upload: HTTPUpload?
            switch part.content {
            case .bytes(let bytes):
                upload = nil
                layout.append(part, .bytes(bytes))
            case .file(let url):
                let file = try UploadFile(url).upload
                upload = file
                layout.append(part, .supplied(length: file.length))
            case .chunks(let chunks):
                upload = chunks
                layout.append(part, .supplied(length: chunks.length))
            }
            uploads.append(upload)
        }
        return HTTPUpload(length: layout.length, isReplayable: isReplayable, madeOf: uploads.compactMap { $0 }) {
            [layout, uploads] in
            MultipartSource(layout, supplying: uploads)
        }
    }
}
