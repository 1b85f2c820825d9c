import Foundation
import RequestScheduler
import RequestTransports
import TestSupport

/// What was heard of one exchange.
final class EngineEvents: HTTPEngineReceiver {
    private struct State {
        var connections = 0
        var interimHeads = 0
        var sent: [Int64] = []
        var heads: [HTTPResponseHead] = []
        var body = Data()
        var errors: [HTTPTransportError] = []
        var refusals = 0
    }

    let ends = Counter()
    let pieces = Counter()
    let refused = Counter()
    let waits = Counter()
    private let state = Lock(State())

    func receive(_ event: HTTPEngineEvent) -> Bool {
        if case .body = event, refuses() {
            refused.increment()
            return false
        }
        let piece: Data? = if case .body(let bytes) = event { Data(bytes) } else { nil }
        let isEnd: Bool
        switch event {
        case .timings:
            isEnd = false
        case .waitsForBody:
            waits.increment()
            isEnd = false
        case .connected:
            state.withLock { $0.connections += 1 }
            isEnd = false
        case .interim:
            state.withLock { $0.interimHeads += 1 }
            isEnd = false
        case .sent(let count, _):
            state.withLock { $0.sent.append(count) }
            isEnd = false
        case .head(let head):
            state.withLock { $0.heads.append(head) }
            isEnd = false
        case .body:
            state.withLock { $0.body += piece ?? Data() }
            isEnd = false
        case .ended(let error):
            if let error { state.withLock { $0.errors.append(error) } }
            isEnd = true
        }
        if piece != nil { pieces.increment() }
        if isEnd { ends.increment() }
        return true
    }

    /// Has the next pieces of the body refused.
    func refuse(_ count: Int) {
        state.withLock { $0.refusals = count }
    }

    private func refuses() -> Bool {
        state.withLock { state in
            guard state.refusals > 0 else { return false }
            state.refusals -= 1
            return true
        }
    }

    var connections: Int { state.withLock { $0.connections } }
    var interimHeads: Int { state.withLock { $0.interimHeads } }
    var sent: [Int64] { state.withLock { $0.sent } }
    var heads: [Int] { state.withLock { $0.heads.map(\.status) } }
    var head: HTTPResponseHead? { state.withLock { $0.heads.last } }
    var body: Data { state.withLock { $0.body } }
    var errors: [HTTPTransportError.Code] { state.withLock { $0.errors.map(\.code) } }
}
