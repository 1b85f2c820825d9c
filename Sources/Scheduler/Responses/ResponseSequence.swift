/// What is stored for a request, then what the network says.
///
/// ```swift
/// for try await element in coordinator.responses(for: GetFeed()) {
///     switch element {
///     case .stored(let stored): show(stored.value, asOf: stored.savedAt)
///     case .fetched(let feed): show(feed)
///     case .progress: break
///     }
/// }
/// ```
///
/// Both begin at the first `next()`. What the stored read gives when the network lands first is the ``StoreLink``'s to say.
/// If the network fails while a stored value can still come, that comes first, then the error. Elements are made off the
/// caller's actor.
///
/// Leaving the loop, or cancelling the task that iterates, ends this caller's interest at once, and with the last interest
/// the flight. The sequence can be iterated once; a second iteration throws ``RequestError/Reason/alreadyIterated``, as does a
/// second `next()` of a copied iterator while the first one waits.
public struct ResponseSequence<R: Request>: AsyncSequence, Sendable {
    /// A stored value, progress, or a fetched value.
    public typealias Element = ResponseElement<R.Response>
    /// Any error: as ``RequestCoordinator/response(for:key:duplicates:policy:)`` throws.
    public typealias Failure = any Error

    private let stream: ResponseStream<R>

    init(_ stream: ResponseStream<R>) {
        self.stream = stream
    }

    /// The one iteration.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lease: stream.isTaken() ? nil : Lease(stream))
    }

    /// Gives the elements in order.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease?

        /// The next element, `nil` after the last.
        ///
        /// Throws the network's error after everything that came before it.
        public mutating func next() async throws -> Element? {
            guard let lease else { throw RequestError(.alreadyIterated) }
            return try await lease.stream.next()
        }

        /// The next element, made off the caller's actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> Element? {
            guard let lease else { throw RequestError(.alreadyIterated) }
            return try await lease.stream.next()
        }
    }

    /// Lives as long as the iterator does; ends the interest with it.
    fileprivate final class Lease: Sendable {
        let stream: ResponseStream<R>

        init(_ stream: ResponseStream<R>) { self.stream = stream }

        deinit { stream.abandon() }
    }
}

@available(*, unavailable)
extension ResponseSequence.Iterator: Sendable {}
