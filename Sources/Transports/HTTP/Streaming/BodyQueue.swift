#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What has come of a streamed body and is not read yet: a pure value, generic over whoever waits for it.
struct BodyQueue<Waiter: Sendable>: Sendable {
    /// What becomes of a reader.
    enum Read: Sendable {
        case chunk(Data, resumes: Bool)
        case end
        case failure(any Error)
        /// It waits.
        case nothing
    }

    /// So much is buffered before the transfer pauses; one more piece may come on top.
    static var highWater: Int { 512 << 10 }
    /// So little is left before it goes on.
    static var lowWater: Int { 128 << 10 }

    private var chunks: [Data] = []
    private var head = 0
    private var end: Result<Void, any Error>?
    private var waiter: Waiter?
    private var isPaused = false

    /// How many bytes are buffered.
    private(set) var count = 0

    /// Whether there is no room for more.
    var isFull: Bool { count >= Self.highWater }

    /// Whether there is room for more; if not, reading will say when to go on.
    mutating func hasRoom() -> Bool {
        isPaused = isFull
        return !isPaused
    }

    /// Adds a chunk, or gives the waiter it is for.
    mutating func push(_ chunk: Data) -> Waiter? {
        guard end == nil, !chunk.isEmpty else { return nil }
        if let waiter {
            self.waiter = nil
            return waiter
        }
        chunks.append(chunk)
        count += chunk.count
        return nil
    }

    /// Nothing more will come; gives the waiter who has to hear of it.
    mutating func finish(_ result: Result<Void, any Error>) -> Waiter? {
        guard end == nil else { return nil }
        end = result
        isPaused = false
        defer { waiter = nil }
        return waiter
    }

    /// Takes the next chunk out; without one the reader is kept as the waiter.
    mutating func read(_ reader: Waiter) -> Read {
        if head < chunks.count {
            let chunk = chunks[head]
            chunks[head] = Data()
            head += 1
            if head == chunks.count {
                chunks.removeAll(keepingCapacity: true)
                head = 0
            }
            count -= chunk.count
            let resumes = isPaused && count <= Self.lowWater
            if resumes { isPaused = false }
            return .chunk(chunk, resumes: resumes)
        }
        switch end {
        case .success: return .end
        case .failure(let error):
            // Told once; then the sequence is over.
            end = .success(())
            return .failure(error)
        case nil:
            waiter = reader
            return .nothing
        }
    }

    /// Takes the waiter out: it does not want to wait any longer.
    mutating func leave() -> Waiter? {
        defer { waiter = nil }
        return waiter
    }
}
