package import RequestScheduler

/// Answers every flight from a task of its own, sooner or later: on as many threads as there are.
package final class EagerTransport: Transport {
    package let started = Counter()
    private let answer: @Sendable (any Request) -> Result<any Sendable, any Error>

    package init(answering answer: @escaping @Sendable (any Request) -> Result<any Sendable, any Error>) {
        self.answer = answer
    }

    package func supports<R: Request>(_ request: R) -> Bool { true }

    package func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let number = started.increment()
        let task = Task { [answer] in
            for _ in 0..<(number % 5) { await Task.yield() }
            channel.finish(answer(request))
        }
        channel.onCancel { task.cancel() }
    }

    package func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        guard let response = try HeldTransport.integer(payload, origin) as? R.Response else { throw Failure(-2) }
        return response
    }
}
