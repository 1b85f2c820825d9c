#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// One request on its way: acts on what ``HTTPFlightState`` decides.
///
/// The engine keeps it until its exchange has ended; the channel is released with the answer.
final class HTTPFlight: HTTPEngineReceiver {
    struct State {
        var machine: HTTPFlightState
        var deadlines: HTTPDeadlines
        var channel: ResultChannel?
        var stream: BodyChannel?
        var transfer: (any HTTPTransfer)?
        /// Asks by what right the request is sent, before it is.
        var authorization: Task<Void, Never>?
        var isAuthorized = false
        /// A reader had the transfer go on before it was known here.
        var isResumptionDue = false

        /// Whether somebody waits for something.
        var isLive: Bool { channel != nil || stream != nil }
    }

    /// How much of a body may wait for its reader where the engine cannot.
    private static let maximumUnreadBytes = 16 << 20

    let timer: HTTPTimer
    let id: UInt64
    let state: Lock<State>
    private let engine: any HTTPEngine
    private let cookies: SharedCookieJar?
    private let request: any HTTPRequest
    private let streamsBody: Bool
    private let log: HTTPFlightLog?

    init(
        _ machine: HTTPFlightState,
        within limits: HTTPDeadlines.Limits,
        timedBy timer: HTTPTimer,
        with cookies: SharedCookieJar?,
        over engine: any HTTPEngine,
        for request: any HTTPRequest,
        telling log: HTTPLog? = nil,
        level: HTTPLog.Level? = nil,
        answering channel: ResultChannel
    ) {
        self.engine = engine
        self.timer = timer
        self.cookies = cookies
        self.request = request
        streamsBody = request.streamsBody
        id = timer.makeID()
        let now = timer.now
        self.log = HTTPFlightLog(log, level: level, of: id, from: now)
        state = Lock(State(machine: machine, deadlines: HTTPDeadlines(limits, at: now), channel: channel))
    }

    /// Begins an exchange, the first one or the one a redirect leads to.
    func begin(_ exchange: HTTPExchange, hop: Int = 0) {
        let now = timer.now
        let (isWanted, deadline) = state.withLock { state in
            state.deadlines.begin(at: now)
            return (state.isLive, state.deadlines.next?.time)
        }
        guard isWanted else { return }
        if let deadline { timer.set(self, as: id, at: deadline) }
        let exchange = cookies?.adding(to: exchange) ?? exchange
        log?.sent(exchange, hiding: state.withLock { $0.machine.credentialHeaders })
        let transfer = engine.start(exchange, informing: self)
        let (isOver, isResumed) = state.withLock { state in
            // Another exchange may have begun meanwhile, whose transfer must stay.
            guard state.isLive, state.machine.hops == hop else { return (!state.isLive, false) }
            defer { state.isResumptionDue = false }
            state.transfer = transfer
            return (false, state.isResumptionDue)
        }
        if isResumed { transfer.resume() }
        if isOver {
            transfer.cancel()
            timer.remove(id)
        }
    }

    /// Ends the transfer; nothing is answered any more.
    func cancel() {
        end().stream?.finish(HTTPTransportError(.cancelled))
    }

    /// Fails the flight if one of its times is up, else tells when to ask again.
    func checkTime(_ now: Duration) -> Duration? {
        let (next, isSent) = state.withLock { ($0.isLive ? $0.deadlines.next : nil, $0.authorization == nil) }
        guard let next else { return nil }
        guard next.time <= now else { return next.time }
        fail(HTTPTransportError(.timedOut, timeout: next.timeout, isUnprocessed: isSent ? nil : true))
        return nil
    }

    func receive(_ event: HTTPEngineEvent) -> Bool {
        let now = timer.now
        var isStreamed = false
        if case .head(let head) = event {
            // Code of others, so outside the lock.
            isStreamed = streamsBody && request.accepts(status: head.status)
            if let cookies { cookies.store(head, from: state.withLock { $0.machine.exchange.target.url }) }
        }
        let stream = streamsBody ? state.withLock { $0.stream } : nil
        if case .body = event, let stream, !take(into: stream) { return false }
        let (action, channel, hop, deadline) = state.withLock { state in
            guard state.isLive else {
                return (HTTPFlightState.Action.nothing, nil as ResultChannel?, 0, nil as Duration?)
            }
            let waited = state.deadlines.waitsForBody
            state.deadlines.take(event, at: now)
            // Times that stood still are looked after again.
            let deadline = waited && !state.deadlines.waitsForBody ? state.deadlines.next?.time : nil
            let action = state.machine.receive(event, streamed: isStreamed)
            // After these there is no exchange left to cancel, or the next one's transfer is not known yet.
            switch action {
            case .begin, .succeed, .failAs: state.transfer = nil
            case .nothing, .progress, .fail, .stream, .chunk: break
            }
            return (action, state.channel, state.machine.hops, deadline)
        }
        if let deadline { look(at: deadline) }
        switch action {
        case .nothing: break
        case .progress(let progress): channel?.progress(progress)
        case .begin(let exchange): begin(exchange, hop: hop)
        case .stream(let head): answer(with: head)
        case .chunk(let chunk): stream?.push(chunk)
        case .succeed(let response): succeed(response)
        case .fail(let code): fail(HTTPTransportError(code))
        case .failAs(let error): fail(error)
        }
        return true
    }

    /// Goes on after a pause.
    func resumeBody() {
        let now = timer.now
        let (transfer, deadline) = state.withLock { state in
            guard state.isLive else { return (nil as (any HTTPTransfer)?, nil as Duration?) }
            state.deadlines.resume(at: now)
            state.isResumptionDue = state.transfer == nil
            return (state.transfer, state.deadlines.next?.time)
        }
        if let deadline { look(at: deadline) }
        transfer?.resume()
    }

    /// Has the timer ask at a time, unless the flight has ended meanwhile.
    func look(at deadline: Duration) {
        timer.set(self, as: id, at: deadline)
        if state.withLock({ !$0.isLive }) { timer.remove(id) }
    }

    /// Whether a reader is quick enough for more; if not, the transfer pauses, or ends where it cannot.
    private func take(into stream: BodyChannel) -> Bool {
        guard engine.canPause else {
            if stream.count > Self.maximumUnreadBytes { fail(HTTPTransportError(.responseTooLarge)) }
            return true
        }
        guard stream.isFull else { return true }
        // First this: from the moment the stream knows that it has no room, its reader may have the flight go on.
        state.withLock { $0.deadlines.pause() }
        guard stream.hasRoom() else { return false }
        let now = timer.now
        state.withLock { $0.deadlines.resume(at: now) }
        return true
    }

    private func answer(with head: HTTPResponseHead) {
        let stream = BodyChannel(from: self)
        let (channel, exchange) = state.withLock { state in
            defer { state.channel = nil }
            if state.channel != nil { state.stream = stream }
            return (state.channel, state.machine.exchange)
        }
        guard let channel else { return }
        log?.answered(head, to: exchange, at: timer.now)
        let url = exchange.target.text
        let body = HTTPResponseBody(stream)
        channel.finish(
            .success(HTTPStreamedResponse(status: head.status, headers: head.headers, url: url, body: body))
        )
    }

    private func succeed(_ response: HTTPResponse) {
        let ended = end()
        let isAccepted = request.accepts(status: response.status)
        // A streamed answer was told of at its head.
        if let log, ended.channel != nil {
            let exchange = state.withLock { $0.machine.exchange }
            log.answered(response, to: exchange, accepted: isAccepted, at: timer.now)
        }
        ended.channel?.finish(isAccepted ? .success(response) : .failure(request.error(for: response)))
        ended.stream?.finish(nil)
    }

    func fail(_ error: HTTPTransportError) {
        let isRedirected = state.withLock { $0.machine.hops > 0 }
        let error = isRedirected ? error.afterRedirect : error
        let ended = end()
        if let log, ended.channel != nil || ended.stream != nil {
            log.failed(error, of: state.withLock { $0.machine.exchange }, at: timer.now)
        }
        ended.channel?.finish(.failure(error))
        ended.stream?.finish(error)
    }

    /// Ends whatever still runs and gives whoever waits for it to the first who asks.
    private func end() -> (channel: ResultChannel?, stream: BodyChannel?) {
        let (channel, stream, transfer, authorization) = state.withLock { state in
            defer {
                state.channel = nil
                state.stream = nil
                state.transfer = nil
                state.authorization = nil
            }
            return (state.channel, state.stream, state.transfer, state.authorization)
        }
        if channel != nil || stream != nil { timer.remove(id) }
        transfer?.cancel()
        authorization?.cancel()
        return (channel, stream)
    }
}

extension HTTPDeadlines {
    fileprivate mutating func take(_ event: HTTPEngineEvent, at now: Duration) {
        switch event {
        case .connected: connected(at: now)
        case .sent: sent(at: now)
        case .waitsForBody: waitForBody()
        case .head: receivedHead(at: now)
        case .body, .interim: moved(at: now)
        case .timings, .ended: break
        }
    }
}
