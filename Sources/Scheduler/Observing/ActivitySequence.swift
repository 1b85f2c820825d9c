/// How many flights are shown, newest wins: the count when it was asked for, then every change that is read in time.
///
/// It ends with the coordinator it was asked of, or its shutdown, after the count has come to zero. Iterate it once, from one task.
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
    public func makeAsyncIterator() -> ObservationIterator<Int> {
        ObservationIterator(stream)
    }
}
