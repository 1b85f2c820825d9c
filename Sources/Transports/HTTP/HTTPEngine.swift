#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Moves the bytes of one exchange and decides nothing: redirects, statuses and sizes are judged above it.
package protocol HTTPEngine: Sendable {
    /// Begins an exchange and returns at once what cancels it.
    ///
    /// Events come one after the other, on any thread, and the last one is ``HTTPEngineEvent/ended(_:)``, exactly once, also
    /// after a cancellation. The closure is released with it. The cancellation may be called at any time, from any thread,
    /// any number of times; it never blocks and never calls back before it returns.
    func start(
        _ exchange: HTTPExchange,
        receiving receive: @escaping @Sendable (HTTPEngineEvent) -> Void
    ) -> @Sendable () -> Void
}

/// What an engine says of one exchange.
package enum HTTPEngineEvent: Sendable {
    /// So much of the body has been sent, of so much in all.
    case sent(Int64, of: Int64)

    /// The final head has come; interim ones are not told.
    case head(HTTPResponseHead)

    /// More of the body has come, decompressed.
    case body(Data)

    /// There will be no more: the answer is whole, or it is not.
    case ended(HTTPTransportError?)
}
