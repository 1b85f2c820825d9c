#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Writes the body of a form piece by piece: a pure value, which has content that is not in memory handed to it.
package struct MultipartEncoder: Sendable {
    /// What a buffer was filled with.
    package enum Step: Sendable, Hashable {
        /// So many bytes.
        case bytes(Int)
        /// Nothing, until content of the part of this index is supplied or said to have ended.
        case needsContent(of: Int)
        /// Nothing: the body is whole.
        case end
    }

    private enum Stage {
        case start
        case head(Int)
        case content(Int)
        case supplied(Int)
        case closing
        case end
    }

    private let layout: MultipartLayout
    private var stage = Stage.start
    private var piece = Data()
    private var offset = 0
    private var left: Int?
    private var search: ByteSearch?

    package init(_ layout: MultipartLayout) {
        self.layout = layout
    }

    /// Fills the buffer, which has room for a byte at least, as far as content is there.
    package mutating func next(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        var filled = 0
        while true {
            filled += copy(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            guard filled < buffer.count else { return .bytes(filled) }
            switch stage {
            case .start: beginPart(0)
            case .head(let index): beginContent(index)
            case .content(let index): beginPart(index + 1)
            case .supplied(let index): return filled > 0 ? .bytes(filled) : .needsContent(of: index)
            case .closing:
                stage = .end
                copyNext(Data())
            case .end: return filled > 0 ? .bytes(filled) : .end
            }
        }
    }

    /// Hands over more of the content that is needed.
    package mutating func supply(_ chunk: Data) throws(HTTPTransportError) {
        guard !chunk.isEmpty else { return }
        if let left {
            guard chunk.count <= left else { throw HTTPTransportError(.bodyFailed) }
            self.left = left - chunk.count
        }
        if search?.finds(in: chunk) == true {
            throw HTTPTransportError(.bodyFailed, underlyingError: MultipartForm.Fault(.boundaryOccurs, part: index))
        }
        copyNext(chunk)
    }

    /// Says that the content that is needed has ended.
    package mutating func finishContent() throws(HTTPTransportError) {
        guard let index else { return }
        guard left ?? 0 == 0 else { throw HTTPTransportError(.bodyFailed) }
        beginPart(index + 1)
    }

    /// The part whose content is being supplied.
    private var index: Int? {
        if case .supplied(let index) = stage { index } else { nil }
    }

    private mutating func beginPart(_ index: Int) {
        if index < layout.sections.count {
            stage = .head(index)
            copyNext(layout.sections[index].head)
        } else {
            stage = .closing
            copyNext(layout.end)
        }
    }

    private mutating func beginContent(_ index: Int) {
        switch layout.sections[index].content {
        case .bytes(let bytes):
            stage = .content(index)
            copyNext(bytes)
        case .supplied(let length):
            stage = .supplied(index)
            left = length
            search = layout.refuses.map { ByteSearch(for: $0) }
            copyNext(Data())
        }
    }

    private mutating func copyNext(_ piece: Data) {
        self.piece = piece
        offset = 0
    }

    private mutating func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(piece.count - offset, buffer.count)
        guard count > 0 else { return 0 }
        let start = piece.startIndex + offset
        piece.copyBytes(to: buffer, from: start..<start + count)
        offset += count
        return count
    }
}
