import RequestScheduler

/// An engine that needs bodies whole: one that is made while it is sent is collected first, in memory or, where the engine
/// sends files, in one as soon as it is large.
package final class CollectingEngine: HTTPEngine {
    /// The largest body that is collected in memory where the engine sends no files, in bytes.
    package static let maximumBytes = 64 << 20

    /// What stays in memory where it does.
    package static let bytesInMemory = 1 << 20

    private let engine: any HTTPEngine
    private let sendsFiles: Bool

    package init(_ engine: any HTTPEngine, sendingFiles sendsFiles: Bool = false) {
        self.engine = engine
        self.sendsFiles = sendsFiles
    }

    package var contentCoding: HTTPContentCoding { engine.contentCoding }
    package var canPause: Bool { engine.canPause }
    package var choosesNetworks: Bool { engine.choosesNetworks }
    package var tellsOfConnections: Bool { engine.tellsOfConnections }

    package func start(_ exchange: HTTPExchange, informing receiver: any HTTPEngineReceiver) -> any HTTPTransfer {
        guard let upload = exchange.upload else { return engine.start(exchange, informing: receiver) }
        let transfer = CollectingTransfer()
        transfer.collect { [engine, sendsFiles] in
            // Until the body is there nobody can expect anything of the server.
            receiver.receive(.waitsForBody)
            var exchange = exchange
            do throws(HTTPTransportError) {
                if sendsFiles {
                    switch try await upload.collect(spoolingBeyond: Self.bytesInMemory) {
                    case .bytes(let bytes): exchange.body = bytes
                    case .file(let file):
                        #if canImport(FoundationNetworking)
                            // It reads files ahead, and ends the process where the transfer is over by then.
                            exchange.body = try await file.contents()
                        #else
                            exchange.file = file
                        #endif
                    }
                } else {
                    exchange.body = try await upload.collect(atMost: Self.maximumBytes)
                }
                // A source may end when its task is cancelled, instead of throwing: what it gave is not the whole.
                if transfer.isCancelled { throw HTTPTransportError(.cancelled) }
            } catch {
                receiver.receive(.ended(transfer.isCancelled ? HTTPTransportError(.cancelled) : error))
                return
            }
            exchange.upload = nil
            receiver.receive(.sent(0, of: nil))
            transfer.begin { engine.start(exchange, informing: receiver) }
        }
        return transfer
    }
}

/// Cancels what is under way: the collecting, and then the exchange.
private final class CollectingTransfer: HTTPTransfer {
    private struct State {
        var task: Task<Void, Never>?
        var transfer: (any HTTPTransfer)?
        var isCancelled = false
    }

    private let state = Lock(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func collect(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.detached { await body() }
        state.withLock { $0.task = task }
    }

    func begin(_ start: () -> any HTTPTransfer) {
        let transfer = start()
        let isCancelled = state.withLock { state in
            state.transfer = transfer
            state.task = nil
            return state.isCancelled
        }
        if isCancelled { transfer.cancel() }
    }

    func cancel() {
        let (task, transfer) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.transfer)
        }
        task?.cancel()
        transfer?.cancel()
    }

    func resume() {
        state.withLock { $0.transfer }?.resume()
    }
}
