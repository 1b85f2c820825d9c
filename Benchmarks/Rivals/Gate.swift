import Synchronization

/// Holds whoever passes until it is opened; closed again at once.
final class Gate: Sendable {
    private let waiting = Mutex<ContiguousArray<UnsafeContinuation<Void, Never>>>([])

    var count: Int { waiting.withLock { $0.count } }

    func pass() async {
        await withUnsafeContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
        }
    }

    func open() {
        let passing = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in passing { continuation.resume() }
    }

    /// Room for so many, so that keeping them is not what is measured.
    func reserve(_ count: Int) {
        waiting.withLock { $0.reserveCapacity(count) }
    }
}
