/// What a stream of stored and fetched elements gives next: the pure machine behind one iteration.
///
/// It has at most two sources, a stored read and a network call, tied by a ``StoreLink``. Whatever lands is told to it;
/// whoever iterates asks it for the next element.
struct StreamState<Stored, Fetched> {
    /// What the iteration does next.
    enum Next {
        case stored(Stored)
        case progress
        case fetched(Fetched)
        case failed(any Error)
        case finished
        /// Nothing yet.
        case wait
    }

    private enum Landed {
        case stored(Stored)
        case fetched(Fetched)
    }

    private let link: StoreLink
    private var awaitsStore: Bool
    private var awaitsNetwork = true
    private var hasProgress = false
    private var landed: [Landed] = []
    private var error: (any Error)?
    private var isOver = false

    /// A stream before anything has landed.
    init(link: StoreLink, readsStore: Bool) {
        self.link = link
        awaitsStore = readsStore
    }

    /// The stored read gave something, or nothing.
    mutating func readLanded(_ stored: Stored?) {
        guard awaitsStore else { return }
        awaitsStore = false
        if let stored { landed.append(.stored(stored)) }
    }

    /// The network call came out.
    ///
    /// - Returns: Why the stored read is not wanted any more, if it was still awaited and is not.
    mutating func networkLanded(_ outcome: Result<Fetched, any Error>) -> RequestError.Reason? {
        guard awaitsNetwork else { return nil }
        awaitsNetwork = false
        hasProgress = false
        switch outcome {
        case .success(let value): landed.append(.fetched(value))
        case .failure(let error): self.error = error
        }
        guard awaitsStore, let reason = link.cancellation(on: NetworkLanding(outcome)) else { return nil }
        awaitsStore = false
        return reason
    }

    /// There is newer progress.
    mutating func progressed() {
        hasProgress = awaitsNetwork
    }

    /// The consumer is gone or was cancelled: nothing more is given.
    mutating func stop() {
        isOver = true
        landed = []
        error = nil
    }

    /// Takes the next element out: in the order in which they landed, and an error only when nothing stored can come.
    mutating func next() -> Next {
        if isOver { return .finished }
        if !landed.isEmpty {
            switch landed.removeFirst() {
            case .stored(let value): return .stored(value)
            case .fetched(let value): return .fetched(value)
            }
        }
        if hasProgress {
            hasProgress = false
            return .progress
        }
        if awaitsStore || awaitsNetwork { return .wait }
        isOver = true
        return error.map { .failed($0) } ?? .finished
    }
}
