#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Holds a source to the length that was said of it, if one was: a pure value.
struct StatedLength: Sendable {
    private var left: Int?
    private var last: Data?

    init(_ length: Int?) {
        left = length
    }

    /// What of a chunk may be sent now.
    ///
    /// The bytes that complete the length wait for ``finish()``: once they are sent the body is whole for the server.
    mutating func take(_ chunk: Data) throws(HTTPTransportError) -> Data? {
        guard let left, !chunk.isEmpty else { return chunk }
        guard chunk.count <= left else { throw HTTPTransportError(.bodyFailed) }
        self.left = left - chunk.count
        guard chunk.count == left else { return chunk }
        last = chunk
        return nil
    }

    /// What waited, after the source has ended.
    func finish() throws(HTTPTransportError) -> Data? {
        guard left ?? 0 == 0 else { throw HTTPTransportError(.bodyFailed) }
        return last
    }
}
