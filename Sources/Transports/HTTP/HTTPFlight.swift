import RequestScheduler

/// One request on its way: acts on what ``HTTPFlightState`` decides.
///
/// The engine keeps it until its exchange has ended; the channel is released with the answer.
final class HTTPFlight: Sendable {
    private struct State {
        var machine: HTTPFlightState
        var channel: ResultChannel?
        var cancelExchange: (@Sendable () -> Void)?
        var deadline: Task<Void, Never>?
    }

    private let engine: any HTTPEngine
    private let accepts: @Sendable (Int) -> Bool
    private let state: Lock<State>

    init(
        _ machine: HTTPFlightState,
        over engine: any HTTPEngine,
        accepting accepts: @escaping @Sendable (Int) -> Bool,
        answering channel: ResultChannel
    ) {
        self.engine = engine
        self.accepts = accepts
        state = Lock(State(machine: machine, channel: channel))
    }

    /// Begins an exchange, the first one or the one a redirect leads to.
    func begin(_ exchange: HTTPExchange, hop: Int = 0) {
        guard state.withLock({ $0.channel != nil }) else { return }
        let cancelExchange = engine.start(exchange) { event in self.receive(event) }
        let isOver = state.withLock { state in
            // Another exchange may have begun meanwhile, whose cancellation must stay.
            if state.channel != nil, state.machine.hops == hop { state.cancelExchange = cancelExchange }
            return state.channel == nil
        }
        if isOver { cancelExchange() }
    }

    /// Fails the flight once this much time has passed.
    func limit(to timeout: Duration, on clock: any Clock<Duration>) {
        let task = Task {
            do { try await clock.sleep(for: timeout) } catch { return }
            self.fail(HTTPTransportError(.timedOut))
        }
        let isOver = state.withLock { state in
            if state.channel != nil { state.deadline = task }
            return state.channel == nil
        }
        if isOver { task.cancel() }
    }

    /// Ends the transfer; nothing is answered any more.
    func cancel() {
        _ = end()
    }

    private func receive(_ event: HTTPEngineEvent) {
        let (action, channel, hop) = state.withLock { state in
            guard let channel = state.channel else { return (HTTPFlightState.Action.nothing, nil as ResultChannel?, 0) }
            let action = state.machine.receive(event)
            // After these there is no exchange left to cancel, or the next one's cancellation is not known yet.
            switch action {
            case .begin, .succeed, .failAs: state.cancelExchange = nil
            case .nothing, .progress, .fail: break
            }
            return (action, channel, state.machine.hops)
        }
        switch action {
        case .nothing: break
        case .progress(let progress): channel?.progress(progress)
        case .begin(let exchange): begin(exchange, hop: hop)
        case .succeed(let response):
            end()?.finish(accepts(response.status) ? .success(response) : .failure(HTTPError(response)))
        case .fail(let code): fail(HTTPTransportError(code))
        case .failAs(let error): fail(error)
        }
    }

    private func fail(_ error: HTTPTransportError) {
        end()?.finish(.failure(error))
    }

    /// Ends whatever still runs and gives the channel to the first who asks.
    private func end() -> ResultChannel? {
        let (channel, cancelExchange, deadline) = state.withLock { state in
            defer {
                state.channel = nil
                state.cancelExchange = nil
                state.deadline = nil
            }
            return (state.channel, state.cancelExchange, state.deadline)
        }
        deadline?.cancel()
        cancelExchange?()
        return channel
    }
}
