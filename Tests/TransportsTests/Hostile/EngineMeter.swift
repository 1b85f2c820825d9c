import RequestScheduler
import RequestTransports
import TestSupport

/// An engine over another one that counts the bytes of body it delivers, and tells when it has come to a point.
final class EngineMeter: HTTPEngine {
    private struct State {
        var bodyBytes = 0
        var isStopped = false
    }

    /// Open once the exchange has come to the cue.
    let cued = Gate()

    private let engine: any HTTPEngine
    private let cue: HostileRow.Cue?
    private let state = Lock(State())
    private let begun = Counter()
    private let ended = Counter()

    init(_ engine: any HTTPEngine, cue: HostileRow.Cue? = nil) {
        self.engine = engine
        self.cue = cue
    }

    var contentCoding: HTTPContentCoding { engine.contentCoding }
    var canPause: Bool { engine.canPause }

    /// The bytes until the first cancellation: what comes after it is of no use to anyone.
    var bodyBytes: Int { state.withLock { $0.bodyBytes } }

    /// Waits until every exchange has ended.
    func waitUntilIdle() async { await ended.reach(begun.value) }

    func start(_ exchange: HTTPExchange, informing receiver: any HTTPEngineReceiver) -> any HTTPTransfer {
        begun.increment()
        return Transfer(engine.start(exchange, informing: Receiver(receiver, meter: self)), meter: self)
    }

    private func stop() {
        state.withLock { $0.isStopped = true }
    }

    private func passed(_ event: HTTPEngineEvent, countingFrom wasStopped: Bool) {
        switch event {
        case .head: if cue == .head { cued.open() }
        case .body(let bytes):
            let count = state.withLock { state in
                if !wasStopped { state.bodyBytes += bytes.count }
                return state.bodyBytes
            }
            if case .bytes(let wanted) = cue, count >= wanted { cued.open() }
        // Without more to come nobody has to wait for it.
        case .ended:
            cued.open()
            ended.increment()
        default: break
        }
    }

    private final class Receiver: HTTPEngineReceiver {
        private let receiver: any HTTPEngineReceiver
        private let meter: EngineMeter

        init(_ receiver: any HTTPEngineReceiver, meter: EngineMeter) {
            self.receiver = receiver
            self.meter = meter
        }

        func receive(_ event: HTTPEngineEvent) -> Bool {
            // The piece over which an exchange is given up counts.
            let wasStopped = meter.state.withLock { $0.isStopped }
            guard receiver.receive(event) else { return false }
            meter.passed(event, countingFrom: wasStopped)
            return true
        }
    }

    private final class Transfer: HTTPTransfer {
        private let transfer: any HTTPTransfer
        private let meter: EngineMeter

        init(_ transfer: any HTTPTransfer, meter: EngineMeter) {
            self.transfer = transfer
            self.meter = meter
        }

        func cancel() {
            meter.stop()
            transfer.cancel()
        }

        func resume() { transfer.resume() }
    }
}
