#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension HTTPBody {
    /// Chunks that are made while they are sent, by a sequence that `chunks` makes for each time the body is sent.
    ///
    /// That may be more than once: after a redirect, and where a kept connection turns out to be dead. A task of the
    /// transport's own iterates it, no faster than the server reads, so that little more than a quarter of a mebibyte waits;
    /// it is cancelled when the transfer ends. While the sequence has nothing, times of silence and to the head stand still.
    /// What it throws, and bytes that are not `length` in number, end the flight with
    /// ``HTTPTransportError/Code/bodyFailed``; the bytes that complete the length are sent when the sequence has ended. Without
    /// a length the body is sent in chunks; RFC 9112 §7.1.
    public static func stream<Chunks: AsyncSequence>(
        length: Int? = nil,
        contentType: String = "application/octet-stream",
        _ chunks: @escaping @Sendable () -> Chunks
    ) -> HTTPBody where Chunks.Element == Data, Chunks: SendableMetatype, Chunks.AsyncIterator: SendableMetatype {
        let upload = HTTPUpload(length: length, chunks)
        return HTTPBody(contentType: contentType, content: .streamed(StreamedBody(upload)))
    }

    /// Chunks that are there once only, such as those of an answer that is passed on while it comes.
    ///
    /// As ``stream(length:contentType:_:)``, but for ``isReplayable``: it is begun once and never sent again.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        once chunks: Chunks,
        length: Int? = nil,
        contentType: String = "application/octet-stream"
    ) -> HTTPBody where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        let upload = HTTPUpload(length: length, isReplayable: false) { chunks }
        return HTTPBody(
            contentType: contentType,
            content: .streamed(StreamedBody(upload)),
            isReplayable: false
        )
    }

    /// A file on disk, read in chunks while it is sent; its length is stated before.
    ///
    /// The length is asked for when the request is sent; a file that is not there, or none, ends the flight then with
    /// ``HTTPTransportError/Code/fileUnreadable``. One that vanishes between that and the end of sending ends it with
    /// ``HTTPTransportError/Code/fileVanished``, one that shrinks, grows, is written to or is replaced with
    /// ``HTTPTransportError/Code/fileChanged``: before the server could take the body for a whole one.
    /// The file is read on a thread that may wait for the disk; links are followed.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(
            contentType: contentType,
            content: .streamed(StreamedBody { () throws(HTTPTransportError) in try UploadFile(url).upload })
        )
    }

    /// A form of fields and files; RFC 7578.
    ///
    /// Its media type names the boundary, so a request that has a `Content-Type` of its own is refused with
    /// ``HTTPTransportError/Code/invalidHeader``. The length is stated where that of every part is known; else the body is sent
    /// in chunks. Parts are sent one after the other and never together in memory. A form that cannot be sent ends the flight
    /// with ``HTTPTransportError/Code/unencodableBody`` and a ``MultipartForm/Fault``.
    public static func multipart(_ form: MultipartForm) -> HTTPBody {
        var generator = SystemRandomNumberGenerator()
        return multipart(form, using: &generator)
    }

    /// A form whose boundary is drawn from a generator.
    package static func multipart(
        _ form: MultipartForm,
        using generator: inout some RandomNumberGenerator
    ) -> HTTPBody {
        let content: Content
        var contentType = "multipart/form-data"
        do {
            try form.validate()
            let boundary = form.makeBoundary(using: &generator)
            contentType = boundary.contentType
            content = .streamed(StreamedBody { () throws(HTTPTransportError) in try form.makeUpload(boundary) })
        } catch {
            content = .encoded(EncodedBody { _ in throw error })
        }
        return HTTPBody(
            contentType: contentType,
            content: content,
            isReplayable: form.isReplayable,
            ownsContentType: true
        )
    }
}
