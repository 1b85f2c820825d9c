/// What happens in a coordinator from the moment it was asked for, for one observer.
///
/// Events gather in a buffer of a fixed size. What finds no room because the observer is slow is lost, counted, and told of
/// as ``RequestEvent/lost(_:)`` before the next event that does. The sequence ends when the coordinator is shut down or
/// released, and stops observing when it is released itself. Iterate it once, from one task.
public struct EventSequence: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = RequestEvent
    /// It never throws.
    public typealias Failure = Never

    private let stream: AsyncStream<RequestEvent>

    init(_ stream: AsyncStream<RequestEvent>) {
        self.stream = stream
    }

    /// Begins to read.
    public func makeAsyncIterator() -> ObservationIterator<RequestEvent> {
        ObservationIterator(stream)
    }
}
