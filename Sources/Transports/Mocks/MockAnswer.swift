public import RequestScheduler

/// What a ``MappedMockTransport`` answers requests of one type with.
///
/// ```swift
/// transport.register(GetUser.self, .sequence([.error(Offline()), .value(ann).delayed(by: .seconds(1))]))
/// ```
public struct MockAnswer<R: Request>: Sendable {
    /// Gives the response to a request, or throws what its flight fails with.
    public typealias Computation = @concurrent @Sendable (R) async throws -> R.Response

    /// One answer, after its delay.
    struct Step: Sendable {
        var delay: Duration = .zero
        let compute: Computation
    }

    private(set) var steps: [Step]
    let repeatsLast: Bool

    private init(_ steps: [Step], repeatsLast: Bool) {
        self.steps = steps
        self.repeatsLast = repeatsLast
    }

    /// What the closure gives.
    ///
    /// It runs on a task of its own for each flight, which is cancelled with the flight.
    public static func computed(_ compute: @escaping Computation) -> MockAnswer {
        MockAnswer([Step(compute: compute)], repeatsLast: true)
    }

    /// Always this response.
    public static func value(_ response: R.Response) -> MockAnswer {
        computed { _ in response }
    }

    /// Always this error.
    public static func error(_ error: any Error) -> MockAnswer {
        computed { _ in throw error }
    }

    /// No answer at all: such a flight ends only when it is cancelled.
    public static var never: MockAnswer {
        computed { _ in
            // Nothing is ever yielded; the iteration ends with its task.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
    }

    /// One answer after the other, in the order in which flights start.
    ///
    /// A sequence among them counts as its own answers.
    ///
    /// - Parameters:
    ///   - answers: The answers.
    ///   - repeatsLast: Whether the last one is given again and again. If not, which is the default, further flights
    ///     fail with ``MockError/noAnswerLeft``.
    public static func sequence(_ answers: [MockAnswer], repeatingLast repeatsLast: Bool = false) -> MockAnswer {
        MockAnswer(answers.flatMap(\.steps), repeatsLast: repeatsLast)
    }

    /// The same answers, each so much later; the time passes on the clock of the transport.
    public func delayed(by delay: Duration) -> MockAnswer {
        var delayed = self
        // Sums of the longest durations there are could not be held.
        for index in delayed.steps.indices {
            delayed.steps[index].delay = min(delayed.steps[index].delay, .longestSleep) + min(delay, .longestSleep)
        }
        return delayed
    }
}
