import RequestScheduler

/// One request on its way: acts on what ``HTTPFlightState`` decides.
///
/// The engine keeps it until its exchange has ended; the channel is released with the answer.
final class HTTPFlight: HTTPEngineReceiver {
    private struct State {
        var machine: HTTPFlightState
        var deadlines: HTTPDeadlines
        var channel: ResultChannel?
        var transfer: (any HTTPTransfer)?
    }

    private let engine: any HTTPEngine
    private let timer: HTTPTimer
    private let id: UInt64
    private let cookies: SharedCookieJar?
    private let accepts: @Sendable (Int) -> Bool
    private let state: Lock<State>

    init(
        _ machine: HTTPFlightState,
        within limits: HTTPDeadlines.Limits,
        timedBy timer: HTTPTimer,
        with cookies: SharedCookieJar?,
        over engine: any HTTPEngine,
        accepting accepts: @escaping @Sendable (Int) -> Bool,
        answering channel: ResultChannel
    ) {
        self.engine = engine
        self.timer = timer
        self.cookies = cookies
        self.accepts = accepts
        id = timer.makeID()
        state = Lock(
            State(machine: machine, deadlines: HTTPDeadlines(limits, at: timer.now), channel: channel)
        )
    }

    /// Begins an exchange, the first one or the one a redirect leads to.
    func begin(_ exchange: HTTPExchange, hop: Int = 0) {
        let now = timer.now
        let (isWanted, deadline) = state.withLock { state in
            state.deadlines.begin(at: now)
            return (state.channel != nil, state.deadlines.next?.time)
        }
        guard isWanted else { return }
        if let deadline { timer.set(self, as: id, at: deadline) }
        let transfer = engine.start(cookies?.adding(to: exchange) ?? exchange, informing: self)
        let isOver = state.withLock { state in
            // Another exchange may have begun meanwhile, whose transfer must stay.
            if state.channel != nil, state.machine.hops == hop { state.transfer = transfer }
            return state.channel == nil
        }
        if isOver {
            transfer.cancel()
            timer.remove(id)
        }
    }

    /// Ends the transfer; nothing is answered any more.
    func cancel() {
        _ = end()
    }

    /// Fails the flight if one of its times is up, else tells when to ask again.
    func checkTime(_ now: Duration) -> Duration? {
        let next = state.withLock { $0.channel == nil ? nil : $0.deadlines.next }
        guard let next else { return nil }
        guard next.time <= now else { return next.time }
        fail(HTTPTransportError(.timedOut, timeout: next.timeout))
        return nil
    }

    func receive(_ event: HTTPEngineEvent) -> Bool {
        let now = timer.now
        if let cookies, case .head(let head) = event {
            cookies.store(head, from: state.withLock { $0.machine.exchange.url })
        }
        let (action, channel, hop) = state.withLock { state in
            guard let channel = state.channel else { return (HTTPFlightState.Action.nothing, nil as ResultChannel?, 0) }
            state.deadlines.take(event, at: now)
            let action = state.machine.receive(event)
            // After these there is no exchange left to cancel, or the next one's transfer is not known yet.
            switch action {
            case .begin, .succeed, .failAs: state.transfer = nil
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
        return true
    }

    private func fail(_ error: HTTPTransportError) {
        let isRedirected = state.withLock { $0.machine.hops > 0 }
        end()?.finish(.failure(isRedirected ? error.afterRedirect : error))
    }

    /// Ends whatever still runs and gives the channel to the first who asks.
    private func end() -> ResultChannel? {
        let (channel, transfer) = state.withLock { state in
            defer {
                state.channel = nil
                state.transfer = nil
            }
            return (state.channel, state.transfer)
        }
        if channel != nil { timer.remove(id) }
        transfer?.cancel()
        return channel
    }
}

extension HTTPDeadlines {
    fileprivate mutating func take(_ event: HTTPEngineEvent, at now: Duration) {
        switch event {
        case .connected: connected(at: now)
        case .sent: sent(at: now)
        case .head: receivedHead(at: now)
        case .body, .interim: moved(at: now)
        case .timings, .ended: break
        }
    }
}
