#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// Answers exchanges by a closure, in a task of its own for each.
final class HandlerEngine: HTTPEngine {
    private let answer: HTTPTransport.Handler

    init(answering answer: @escaping HTTPTransport.Handler) {
        self.answer = answer
    }

    /// Nothing is coded, so nothing has to be undone; none is asked for.
    var contentCoding: HTTPContentCoding { .engineUnchecked }

    var canPause: Bool { false }

    func start(_ exchange: HTTPExchange, informing receiver: any HTTPEngineReceiver) -> any HTTPTransfer {
        let call = HTTPCall(
            method: exchange.method,
            url: exchange.target.url,
            headers: exchange.headers,
            body: exchange.body ?? Data()
        )
        let transfer = HandlerTransfer()
        transfer.run { [answer] in
            // The closure has the body as a whole, which is what progress tells of.
            let size = Int64(call.body.count)
            if size > 0 { receiver.receive(.sent(size, of: size)) }
            let result: Result<HTTPResponse, HTTPTransportError>
            do { result = .success(try await answer(call)) } catch {
                result = .failure(error as? HTTPTransportError ?? HTTPTransportError(.unknown, underlyingError: error))
            }
            guard !transfer.isCancelled else { return Self.end(HTTPTransportError(.cancelled), receiver) }
            switch result {
            case .success(let response): Self.give(response, to: receiver)
            case .failure(let error): Self.end(error, receiver)
            }
        }
        return transfer
    }

    private static func give(_ response: HTTPResponse, to receiver: any HTTPEngineReceiver) {
        receiver.receive(.head(HTTPResponseHead(status: response.status, headers: response.headers)))
        if !response.body.isEmpty {
            response.body.withUnsafeBytes { bytes in _ = receiver.receive(.body(bytes)) }
        }
        end(nil, receiver)
    }

    private static func end(_ error: HTTPTransportError?, _ receiver: any HTTPEngineReceiver) {
        receiver.receive(.ended(error))
    }
}

/// Cancels the task that answers.
private final class HandlerTransfer: HTTPTransfer {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Lock(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.detached { await body() }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    func resume() {}
}
