import RequestScheduler

/// When one request has taken too long, in any of the ways there are: a pure value, told what happens and when.
///
/// Times count from any fixed moment. The whole is limited over all exchanges of a request, everything else in each of them.
struct HTTPDeadlines: Sendable, Hashable {
    /// How long each part may take; `nil` is for ever.
    struct Limits: Sendable, Hashable {
        var connect: Duration?
        var head: Duration?
        var idle: Duration?
        var total: Duration?

        /// These, with others where there are any; a time that no clock can measure is none.
        func overridden(by own: Limits) -> Limits {
            func limit(_ own: Duration?, _ common: Duration?) -> Duration? {
                guard let own else { return common }
                return own < .longestSleep ? own : nil
            }
            return Limits(
                connect: limit(own.connect, connect),
                head: limit(own.head, head),
                idle: limit(own.idle, idle),
                total: limit(own.total, total)
            )
        }
    }

    private let limits: Limits
    private let start: Duration
    private var connecting: Duration?
    private var waitingForHead: Duration?
    private var lastBytes: Duration?
    private var hasHead = false

    /// Whether the body's next part is not there yet.
    private(set) var waitsForBody = false

    /// Those of a request that begins now.
    init(_ limits: Limits, at now: Duration) {
        self.limits = limits
        start = now
    }

    /// An exchange begins: the first one, or the one a redirect leads to.
    mutating func begin(at now: Duration) {
        connecting = now
        waitingForHead = now
        lastBytes = now
        hasHead = false
        waitsForBody = false
    }

    /// The body's next part is not there yet: until it is sent, neither the silence nor the missing head is the server's.
    mutating func waitForBody() {
        guard !hasHead else { return }
        waitsForBody = true
        waitingForHead = nil
        lastBytes = nil
    }

    /// The connection stands.
    mutating func connected(at now: Duration) {
        connecting = nil
        moved(at: now)
    }

    /// Part of the request's body has gone out: the server cannot be expected to answer before the last one.
    mutating func sent(at now: Duration) {
        if waitsForBody {
            waitsForBody = false
            lastBytes = now
            waitingForHead = now
        }
        moved(at: now)
        if waitingForHead != nil { waitingForHead = now }
    }

    /// The final head has come.
    mutating func receivedHead(at now: Duration) {
        connecting = nil
        waitingForHead = nil
        hasHead = true
        if waitsForBody { lastBytes = now }
        waitsForBody = false
        moved(at: now)
    }

    /// Bytes have come or gone.
    mutating func moved(at now: Duration) {
        if lastBytes != nil { lastBytes = now }
    }

    /// Nothing comes because nothing is wanted: the silence is ours.
    mutating func pause() {
        lastBytes = nil
    }

    /// More is wanted.
    mutating func resume(at now: Duration) {
        lastBytes = now
    }

    /// Which time is up first and when, as far as is known now.
    var next: (time: Duration, timeout: HTTPTransportError.Timeout)? {
        var next: (time: Duration, timeout: HTTPTransportError.Timeout)?
        func consider(_ start: Duration?, _ limit: Duration?, _ timeout: HTTPTransportError.Timeout) {
            guard let start, let limit else { return }
            let time = start + limit
            if next.map({ time < $0.time }) ?? true { next = (time, timeout) }
        }
        consider(connecting, limits.connect, .connect)
        consider(waitingForHead, limits.head, .head)
        consider(lastBytes, limits.idle, .idle)
        consider(start, limits.total, .total)
        return next
    }
}
