import RequestScheduler

/// A request that gets back what it carries.
struct Echo: Request, Hashable {
    typealias Response = Int
    let number: Int

    init(_ number: Int) { self.number = number }

    /// The answer to any request: what both the coordinator's transports and their rivals find out.
    @inline(never)
    static func answer<R: Request>(to request: R) -> any Sendable {
        (request as? Echo)?.number ?? (request as? KeptEcho)?.number
    }
}

/// The same, kept in memory.
struct KeptEcho: Request, Hashable {
    typealias Response = Int
    let number: Int

    var storage: StoragePlan<Int>? { .live(namespace: "echo", identifier: "one") }
}

/// Answers within `start`.
struct DirectEcho: Transport {
    func supports<R: Request>(_ request: R) -> Bool { true }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        channel.finish(.success(Echo.answer(to: request)))
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        try decoded(payload)
    }
}

/// Answers in bursts from a task of its own, as a transport over sockets does: callers have to wait.
struct LoopEcho: Transport {
    let loop = EchoLoop()

    func supports<R: Request>(_ request: R) -> Bool { true }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        loop.post(.channel(channel, Echo.answer(to: request)))
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        try decoded(payload)
    }
}

/// Keeps the channels of what it is asked until it is told to answer.
struct HeldEcho: Transport {
    let held = HeldChannels()

    func supports<R: Request>(_ request: R) -> Bool { true }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        held.keep(channel, Echo.answer(to: request))
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        try decoded(payload)
    }
}

private struct WrongPayload: Error {}

func decoded<Response>(_ payload: any Sendable) throws -> Response {
    guard let response = payload as? Response else { throw WrongPayload() }
    return response
}
