/// How many flights are shown, newest wins: the count when it was asked for, then every change that is read in time.
///
/// It ends with the coordinator it was asked of, after the count has come to zero. Iterate it once, from one task.
public struct ActivitySequence: AsyncSequence, Sendable {
    /// A number of flights; zero means that nothing is to be shown.
    public typealias Element = Int
    /// It never throws.
    public typealias Failure = Never

    private let stream: AsyncStream<Int>

    init(_ stream: AsyncStream<Int>) {
        self.stream = stream
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: stream.makeAsyncIterator())
    }

    /// Gives the counts in order.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Int>.Iterator

        /// The newest count once there is a new one, `nil` at the end or if the task is cancelled.
        public mutating func next() async -> Int? {
            await base.next(isolation: #isolation)
        }

        /// The newest count once there is a new one, `nil` at the end or if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            await base.next(isolation: actor)
        }
    }
}

@available(*, unavailable)
extension ActivitySequence.Iterator: Sendable {}
