#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Gives the chunks of a body one after the other, once.
protocol UploadSource {
    /// The next chunk, or `nil` at the end; it is not asked after its end.
    mutating func next() async throws(HTTPTransportError) -> Data?
}

/// The chunks of a sequence, whose errors become the body's.
struct SequenceSource<Chunks: AsyncSequence>: UploadSource where Chunks.Element == Data {
    private var iterator: Chunks.AsyncIterator

    init(_ chunks: Chunks) {
        iterator = chunks.makeAsyncIterator()
    }

    mutating func next() async throws(HTTPTransportError) -> Data? {
        do {
            return try await iterator.next(isolation: #isolation)
        } catch {
            throw HTTPTransportError(.bodyFailed, underlyingError: error)
        }
    }
}
