import Foundation
import RequestTransports
import TestSupport

/// An engine that does what the test says.
final class ManualEngine: HTTPEngine {
    final class Begun: HTTPTransfer {
        let exchange: HTTPExchange
        let receiver: any HTTPEngineReceiver
        let cancellations = Counter()
        let resumptions = Counter()

        init(_ exchange: HTTPExchange, _ receiver: any HTTPEngineReceiver) {
            self.exchange = exchange
            self.receiver = receiver
        }

        func cancel() { cancellations.increment() }
        func resume() { resumptions.increment() }

        func receive(_ event: HTTPEngineEvent) { receiver.receive(event) }
        @discardableResult
        func receive(_ piece: Data) -> Bool { piece.withUnsafeBytes { receiver.receive(.body($0)) } }
    }

    let begun = Log<Begun>()
    let started = Counter()
    let canPause: Bool
    private let onStart: @Sendable (Begun) -> Void

    init(canPause: Bool = false, onStart: @escaping @Sendable (Begun) -> Void = { _ in }) {
        self.canPause = canPause
        self.onStart = onStart
    }

    var contentCoding: HTTPContentCoding { .engine }

    func start(_ exchange: HTTPExchange, informing receiver: any HTTPEngineReceiver) -> any HTTPTransfer {
        let begun = Begun(exchange, receiver)
        self.begun.append(begun)
        started.increment()
        onStart(begun)
        return begun
    }
}
