import Dispatch
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import RequestScheduler

/// The gate of one task: resumed only if not cancelled before, cancelled only if resumed, told to go on only while it runs.
///
/// Any other order ends the process on some platforms. Phases change under the lock; the task itself is touched on the engine's control queue alone.
final class URLSessionTransfer: HTTPTransfer {
    private enum Phase {
        case created
        case starting
        case running(URLSessionTask)
        case cancelling
        case ended
    }

    private struct State {
        var phase = Phase.created
        var engine: URLSessionEngine?
        var file: SpooledBody?
        var receiver: (any HTTPEngineReceiver)?
        var hasHead = false
        var isChallenged = false
        var failure: HTTPTransportError?
        /// The length of a body that is decoded on the way, as it was sent.
        var codedBytes: Int?
        var bodyBytes = 0
    }

    private let state: Lock<State>
    private let control: DispatchQueue

    init(
        keeping engine: URLSessionEngine,
        and file: SpooledBody? = nil,
        on control: DispatchQueue,
        informing receiver: any HTTPEngineReceiver
    ) {
        state = Lock(State(engine: engine, file: file, receiver: receiver))
        self.control = control
    }

    /// Whether it was not cancelled before it began; on the control queue.
    func mayStart() -> Bool {
        state.withLock { state in
            guard case .created = state.phase else { return false }
            state.phase = .starting
            return true
        }
    }

    /// The task is there and is about to be resumed; on the control queue.
    func started(_ task: URLSessionTask) {
        state.withLock { $0.phase = .running(task) }
    }

    /// Cancels the task once it runs, or keeps it from starting.
    func cancel() {
        enum Step { case nothing, end, cancel }
        let step = state.withLock { state -> Step in
            switch state.phase {
            case .created:
                state.phase = .cancelling
                return .end
            case .starting, .running: return .cancel
            case .cancelling, .ended: return .nothing
            }
        }
        switch step {
        case .nothing: break
        case .end: control.async { self.end(HTTPTransportError(.cancelled)) }
        case .cancel: control.async { self.takeRunningTask()?.cancel() }
        }
    }

    /// Nothing: a task cannot pause, only begin anew.
    func resume() {}

    /// Runs `body` if the task runs and nobody has cancelled it; on the control queue.
    func whileRunning(_ body: () -> Void) {
        let isRunning = state.withLock { state in
            if case .running = state.phase { true } else { false }
        }
        if isRunning { body() }
    }

    private func takeRunningTask() -> URLSessionTask? {
        state.withLock { state in
            guard case .running(let task) = state.phase else { return nil }
            state.phase = .cancelling
            return task
        }
    }
}

extension URLSessionTransfer {
    func challenged() {
        state.withLock { $0.isChallenged = true }
    }

    /// Whether the final head has been told of.
    var hasHead: Bool { state.withLock { $0.hasHead } }

    func received(_ head: HTTPResponseHead) {
        var head = head
        var codedBytes: Int?
        if head.headers["Content-Encoding"] != nil {
            // The system decodes, and leaves in the head what is true no more.
            codedBytes = head.headers["Content-Length"].flatMap { Int($0) }
            head.headers.remove("Content-Encoding")
            head.headers.remove("Content-Length")
        }
        let receiver = state.withLock { state in
            state.hasHead = true
            state.codedBytes = codedBytes
            return state.receiver
        }
        receiver?.receive(.head(head))
    }

    func receivedBody(_ bytes: UnsafeRawBufferPointer) {
        let (receiver, isTooLarge) = state.withLock { state in
            guard state.failure == nil else { return (nil as (any HTTPEngineReceiver)?, false) }
            state.bodyBytes += bytes.count
            if let coded = state.codedBytes, !HTTPDecodingLimit.allows(state.bodyBytes, from: coded) {
                state.failure = HTTPTransportError(.responseTooLarge)
                return (nil, true)
            }
            return (state.receiver, false)
        }
        receiver?.receive(.body(bytes))
        if isTooLarge { cancel() }
    }

    func received(_ event: HTTPEngineEvent) {
        state.withLock { $0.receiver }?.receive(event)
    }

    /// The task is over, for this reason if it has no answer.
    func completed(with error: (any Error)?) {
        let (hasHead, isChallenged, failure) = state.withLock { ($0.hasHead, $0.isChallenged, $0.failure) }
        if let failure { return end(failure) }
        guard let error else { return end(nil) }
        // A challenge that is turned down is reported as a cancellation, after the answer that held it.
        if isChallenged, hasHead, (error as? URLError)?.code == .cancelled { return end(nil) }
        end(HTTPTransportError(error, afterHead: hasHead))
    }

    private func end(_ error: HTTPTransportError?) {
        let (receiver, engine) = state.withLock { state in
            defer {
                state.phase = .ended
                state.receiver = nil
                state.engine = nil
                state.file = nil
            }
            return (state.receiver, state.engine)
        }
        receiver?.receive(.ended(error))
        // Released last: with it goes the session.
        withExtendedLifetime(engine) {}
    }
}
