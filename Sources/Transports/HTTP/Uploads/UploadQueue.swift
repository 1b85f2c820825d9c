#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a source has made of a request's body and is not sent yet: a pure value, generic over whoever waits for room.
struct UploadQueue<Waiter: Sendable>: Sendable {
    /// What there is to send.
    enum Pull: Sendable {
        case bytes(Int)
        /// Nothing for now; whoever adds something has to say so.
        case nothing
        case end
        case failure(HTTPTransportError)
    }

    /// So much is buffered before the source has to wait; one more chunk may come on top.
    static var highWater: Int { 256 << 10 }

    private var chunks: [Data] = []
    private var head = 0
    private var offset = 0
    private var end: Result<Void, HTTPTransportError>?
    private var waiter: Waiter?
    private var isStarved = false

    /// How many bytes are buffered.
    private(set) var count = 0

    /// Adds a chunk and tells whether the sender waits for it.
    mutating func push(_ chunk: Data) -> Bool {
        guard end == nil, !chunk.isEmpty else { return false }
        chunks.append(chunk)
        count += chunk.count
        return wake()
    }

    /// Nothing more will come; tells whether the sender waits to hear of it.
    mutating func finish(_ result: Result<Void, HTTPTransportError>) -> Bool {
        guard end == nil else { return false }
        end = result
        return wake()
    }

    /// Whether there is room; if not, the source is kept as the waiter.
    mutating func hasRoom(for source: Waiter) -> Bool {
        guard count >= Self.highWater else { return true }
        waiter = source
        return false
    }

    /// Takes out as much as fits, and the waiter if there is room again.
    mutating func pull(into buffer: UnsafeMutableRawBufferPointer) -> (pull: Pull, waiter: Waiter?) {
        var copied = 0
        while head < chunks.count, copied < buffer.count {
            let chunk = chunks[head]
            let size = min(chunk.count - offset, buffer.count - copied)
            let start = chunk.startIndex + offset
            chunk.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[copied...]), from: start..<start + size)
            copied += size
            offset += size
            if offset == chunk.count { dropFirst() }
        }
        count -= copied
        guard copied == 0 else { return (.bytes(copied), count < Self.highWater ? leave() : nil) }
        switch end {
        case .success: return (.end, nil)
        case .failure(let error): return (.failure(error), nil)
        case nil:
            isStarved = true
            return (.nothing, leave())
        }
    }

    /// Takes the waiter out: it does not want to wait any longer.
    mutating func leave() -> Waiter? {
        defer { waiter = nil }
        return waiter
    }

    private mutating func wake() -> Bool {
        defer { isStarved = false }
        return isStarved
    }

    private mutating func dropFirst() {
        chunks[head] = Data()
        head += 1
        offset = 0
        if head == chunks.count {
            chunks.removeAll(keepingCapacity: true)
            head = 0
        }
    }
}
