#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension MultipartForm {
    /// One field or file of a form.
    public struct Part: Sendable {
        enum Content: Sendable {
            case bytes(Data)
            case file(URL)
            case chunks(HTTPUpload)
        }

        /// The name of the field.
        public var name: String

        /// The name of the file; `nil` for a field that is none.
        public var filename: String?

        /// The media type; `nil` sends none, which stands for plain text; RFC 7578 §4.4.
        public var contentType: String?

        /// What else the part's head says; `Content-Disposition` and `Content-Type` are written by the part itself.
        public var headers: HTTPHeaders

        let content: Content
    }
}

extension MultipartForm.Part {
    /// A field of text, in UTF-8, whose line breaks are made CR LF as in browsers.
    public static func field(
        _ name: String,
        _ text: String,
        contentType: String? = nil,
        headers: HTTPHeaders = [:]
    ) -> MultipartForm.Part {
        field(name, bytes: Data(text.withLineBreaksOfForms.utf8), contentType: contentType, headers: headers)
    }

    /// A field of bytes, which are sent as they are.
    public static func field(
        _ name: String,
        bytes: Data,
        contentType: String? = "application/octet-stream",
        headers: HTTPHeaders = [:]
    ) -> MultipartForm.Part {
        MultipartForm.Part(name: name, contentType: contentType, headers: headers, content: .bytes(bytes))
    }

    /// A file of these bytes.
    public static func file(
        _ name: String,
        filename: String,
        bytes: Data,
        contentType: String = "application/octet-stream",
        headers: HTTPHeaders = [:]
    ) -> MultipartForm.Part {
        MultipartForm.Part(
            name: name,
            filename: filename,
            contentType: contentType,
            headers: headers,
            content: .bytes(bytes)
        )
    }

    /// A file on disk, read while it is sent; it is named as the URL's last part unless another name is given.
    ///
    /// What holds for ``HTTPBody/file(_:contentType:)`` holds here.
    public static func file(
        _ name: String,
        at url: URL,
        filename: String? = nil,
        contentType: String = "application/octet-stream",
        headers: HTTPHeaders = [:]
    ) -> MultipartForm.Part {
        MultipartForm.Part(
            name: name,
            filename: filename ?? url.lastPathComponent,
            contentType: contentType,
            headers: headers,
            content: .file(url)
        )
    }

    /// A file of chunks that are made while they are sent, by a sequence that `chunks` makes for each time.
    ///
    /// What holds for ``HTTPBody/stream(length:contentType:_:)`` holds here. Without the length of every part the form is sent
    /// without one, in chunks.
    public static func file<Chunks: AsyncSequence>(
        _ name: String,
        filename: String,
        length: Int? = nil,
        contentType: String = "application/octet-stream",
        headers: HTTPHeaders = [:],
        _ chunks: @escaping @Sendable () -> Chunks
    ) -> MultipartForm.Part
    where Chunks.Element == Data, Chunks: SendableMetatype, Chunks.AsyncIterator: SendableMetatype {
        MultipartForm.Part(
            name: name,
            filename: filename,
            contentType: contentType,
            headers: headers,
            content: .chunks(HTTPUpload(length: length, chunks))
        )
    }

    /// A file of chunks that are there once only: a form with it is not replayable.
    ///
    /// What holds for ``HTTPBody/stream(once:length:contentType:)`` holds here.
    public static func file<Chunks: AsyncSequence & Sendable>(
        _ name: String,
        filename: String,
        once chunks: Chunks,
        length: Int? = nil,
        contentType: String = "application/octet-stream",
        headers: HTTPHeaders = [:]
    ) -> MultipartForm.Part where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        MultipartForm.Part(
            name: name,
            filename: filename,
            contentType: contentType,
            headers: headers,
            content: .chunks(HTTPUpload(length: length, isReplayable: false) { chunks })
        )
    }
}

extension MultipartForm.Part.Content {
    var isReplayable: Bool {
        if case .chunks(let upload) = self { upload.isReplayable } else { true }
    }
}

extension MultipartForm.Part: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What kind of part it is; never its names or content.
    public var description: String { "MultipartForm.Part: \(filename == nil ? "field" : "file")" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
