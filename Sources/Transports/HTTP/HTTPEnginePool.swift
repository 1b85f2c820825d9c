import RequestScheduler

/// The engines of one transport: one for most requests, and one for each number of connections that others keep to.
///
/// Each has connections of its own and is kept as long as the pool: a connection that nobody uses now is used again.
final class HTTPEnginePool: Sendable {
    /// The engine of requests that have no number of their own.
    let common: any HTTPEngine

    private let limited = Lock([Int: any HTTPEngine]())
    private let make: (@Sendable (_ maximumConnectionsPerHost: Int) -> any HTTPEngine)?

    /// A pool that makes further engines by `make`; without it, of an engine that has no connections to be limited.
    init(_ common: any HTTPEngine, making make: (@Sendable (Int) -> any HTTPEngine)? = nil) {
        self.common = common
        self.make = make
    }

    /// The engine of requests that open at most so many connections to one host, and at least one.
    func engine(maximumConnectionsPerHost limit: Int?) -> any HTTPEngine {
        guard let limit, let make else { return common }
        let number = max(1, limit)
        if let engine = limited.withLock({ $0[number] }) { return engine }
        // Code of others may have a part in it, so outside the lock; one that comes too late has begun nothing.
        let made = make(number)
        return limited.withLock { engines in
            let engine = engines[number] ?? made
            engines[number] = engine
            return engine
        }
    }
}
