#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import RequestScheduler

/// Answers one type of request by a closure, without the request knowing of it.
///
/// ```swift
/// let users = RequestMockTransport { (request: GetUser) in User(id: request.id, name: "Ann") }
/// let orders = RequestMockTransport(delay: .seconds(1)) { (request: GetOrders) in throw Offline() }
/// let coordinator = RequestCoordinator(transports: [users, orders])
/// ```
public actor RequestMockTransport<Mocked: Request>: Transport {
    /// Gives the response to a request, or throws what its flight fails with.
    public typealias Answer = @concurrent @Sendable (Mocked) async throws -> Mocked.Response

    private nonisolated let delay: Duration
    private nonisolated let clock: any Clock<Duration>
    private nonisolated let answer: Answer

    /// A transport that asks `answer` after the delay, which passes on the clock.
    ///
    /// The closure runs on a task of its own for each flight, which is cancelled with the flight.
    public init(
        delay: Duration = .zero,
        clock: any Clock<Duration> = ContinuousClock(),
        answering answer: @escaping Answer
    ) {
        self.delay = delay
        self.clock = clock
        self.answer = answer
    }

    /// Whether it is of the mocked type.
    public nonisolated func supports<R: Request>(_ request: R) -> Bool {
        R.self == Mocked.self
    }

    /// Whether its payload could have been stored as bytes: only `Data` is.
    public nonisolated func restores<R: Request>(_ request: R) -> Bool {
        R.Response.self == Data.self && supports(request)
    }

    /// Starts a task that waits for the delay and asks the closure.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let request = request as? Mocked else {
            return channel.finish(.failure(MockError.unsupportedRequest))
        }
        let task = Task { [delay, clock, answer] in
            do {
                if delay > .zero { try await clock.sleep(for: min(delay, .longestSleep)) }
                try Task.checkCancellation()
                channel.finish(.success(try await answer(request)))
            } catch {
                channel.finish(.failure(error))
            }
        }
        channel.onCancel { task.cancel() }
    }

    /// The response, as the closure gave it.
    public nonisolated func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        guard let response = payload as? R.Response else { throw MockError.unexpectedPayload }
        return response
    }
}
