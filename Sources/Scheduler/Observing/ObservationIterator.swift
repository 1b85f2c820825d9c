/// Gives an observer what it observes, in order: the iterator of ``EventSequence`` and ``ActivitySequence``.
///
/// It never throws. It belongs to the task that made it.
public struct ObservationIterator<Element: Sendable>: AsyncIteratorProtocol {
    /// It never throws.
    public typealias Failure = Never

    private var base: AsyncStream<Element>.Iterator

    init(_ stream: AsyncStream<Element>) {
        base = stream.makeAsyncIterator()
    }

    /// What comes next, once there is something; `nil` at the end, or if the task is cancelled.
    public mutating func next() async -> Element? {
        await base.next(isolation: #isolation)
    }

    /// What comes next, once there is something; `nil` at the end, or if the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await base.next(isolation: actor)
    }
}

@available(*, unavailable)
extension ObservationIterator: Sendable {}
