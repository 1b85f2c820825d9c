import RequestScheduler
import RequestTransports
import Synchronization

/// Middleware: counts what is sent, and keeps answers back while its gate is shut.
///
/// The facts shown are about calls that are in flight together; a gate makes sure that they are, however fast the server.
final class GatedTransport: TransportDecorator {
    private struct State {
        var sent: [Int: Int] = [:]
        var isShut = false
        var isOffline = false
        var kept: [@Sendable () -> Void] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// The network is said to be gone.
    struct Offline: Error {}

    let base: any Transport
    private let state = Mutex(State())

    init(wrapping base: any Transport) {
        self.base = base
    }

    /// How many requests for the page of this number were sent.
    func sent(ofNumber number: Int) -> Int { state.withLock { $0.sent[number] ?? 0 } }

    /// Keeps answers back from now on.
    func shut() { state.withLock { $0.isShut = true } }

    /// Lets the answers go that were kept back, and those to come.
    func open() {
        let kept = state.withLock { state in
            state.isShut = false
            defer { state.kept = [] }
            return state.kept
        }
        for answer in kept { answer() }
    }

    /// Waits until so many answers have come and are kept back.
    func waitForKept(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.kept.count < count { state.waiting.append((count, continuation)) }
                return state.kept.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Fails everything from now on, as without a network.
    func goOffline() { state.withLock { $0.isOffline = true } }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let isOffline = state.withLock { state in
            if !state.isOffline, let page = request as? GetPage { state.sent[page.number, default: 0] += 1 }
            return state.isOffline
        }
        guard !isOffline else { return channel.finish(.failure(Offline())) }
        let relay = ResultRelay { [self] result in
            switch result {
            case .progress(let progress): channel.progress(progress)
            case .finished(let answer): pass { channel.finish(answer) }
            }
        }
        channel.onCancel { relay.cancel() }
        base.start(request, answering: relay.makeChannel())
    }

    private func pass(_ answer: @escaping @Sendable () -> Void) {
        let (isShut, reached) = state.withLock { state in
            guard state.isShut else { return (false, [CheckedContinuation<Void, Never>]()) }
            state.kept.append(answer)
            let count = state.kept.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return (true, state.waiting.filter { $0.count <= count }.map(\.continuation))
        }
        for continuation in reached { continuation.resume() }
        if !isShut { answer() }
    }
}
