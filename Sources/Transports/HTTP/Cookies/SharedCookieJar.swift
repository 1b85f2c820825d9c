#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import RequestScheduler

/// A ``CookieJar`` that transports share: give it to their configurations.
///
/// ```swift
/// let cookies = SharedCookieJar()
/// let transport = HTTPTransport(.init(cookies: cookies))
/// ```
///
/// It may be used from any thread. A request that has a `Cookie` field of its own goes as it is; what its answer sets is
/// kept nevertheless.
public final class SharedCookieJar: Sendable {
    private let state: Lock<CookieJar>
    private let now: @Sendable () -> Date

    /// A jar that begins with these cookies; `now` tells the time by which they expire.
    public init(_ jar: CookieJar = CookieJar(), now: @escaping @Sendable () -> Date = { Date() }) {
        state = Lock(jar)
        self.now = now
    }

    /// What it holds now.
    public var jar: CookieJar { state.withLock { $0 } }

    /// Changes what it holds, in one step.
    public func withJar<Result: Sendable>(_ body: @Sendable (inout CookieJar) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    /// Takes in what an answer sets.
    func store(_ head: HTTPResponseHead, from url: URL) {
        guard !head.headers.values(for: "Set-Cookie").isEmpty else { return }
        let now = now()
        state.withLock { $0.store(head.headers, from: url, at: now) }
    }

    /// The exchange with the cookies it takes along.
    func adding(to exchange: HTTPExchange) -> HTTPExchange {
        let now = now()
        guard exchange.headers["Cookie"] == nil,
            let field = state.withLock({ $0.field(for: exchange.target.url, at: now) })
        else { return exchange }
        var exchange = exchange
        exchange.headers["Cookie"] = field
        return exchange
    }
}
