#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import RequestScheduler

/// Answers requests that know nothing of mocks, as registered for their type.
///
/// ```swift
/// let mocks = MappedMockTransport()
/// mocks.register(GetUser.self) { request in User(id: request.id, name: "Ann") }
/// let coordinator = RequestCoordinator(transports: [mocks, HTTPTransport()])
///
/// let offline = mocks.register(GetUser.self, .error(Offline()))  // from now on
/// mocks.remove(offline)  // Ann again
/// ```
///
/// The registration made last wins, and removing it lets the one before it answer again: a test can replace one answer of
/// a common set. A type without a registration is not supported, so the next transport is asked.
///
/// Registering, removing and starting take effect at once, from any thread. A flight keeps the answer that was registered
/// when it started. Its payload is the response itself; a cancelled flight's task is cancelled.
public actor MappedMockTransport: Transport {
    private struct State {
        var registered: [ObjectIdentifier: [(id: UInt64, answers: any Sendable)]] = [:]
        var lastID: UInt64 = 0
    }

    private nonisolated let state = Lock(State())
    private nonisolated let clock: any Clock<Duration>

    /// A transport without registrations, whose delays pass on this clock.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// Answers requests of this type so from now on.
    ///
    /// - Returns: What removes it again.
    @discardableResult
    public nonisolated func register<R: Request>(_ type: R.Type, _ answer: MockAnswer<R>) -> MockMapping {
        let answers = MockAnswers(answer)
        return state.withLock { state in
            state.lastID += 1
            state.registered[ObjectIdentifier(type), default: []].append((state.lastID, answers))
            return MockMapping(type: ObjectIdentifier(type), id: state.lastID)
        }
    }

    /// Answers requests of this type with what the closure gives, after the delay.
    ///
    /// The closure runs on a task of its own for each flight, which is cancelled with the flight.
    ///
    /// - Returns: What removes it again.
    @discardableResult
    public nonisolated func register<R: Request>(
        _ type: R.Type,
        delay: Duration = .zero,
        answering compute: @escaping MockAnswer<R>.Computation
    ) -> MockMapping {
        register(type, .computed(compute).delayed(by: delay))
    }

    /// Removes a registration, if it is still there.
    public nonisolated func remove(_ mapping: MockMapping) {
        state.withLock { state in
            state.registered[mapping.type]?.removeAll { $0.id == mapping.id }
        }
    }

    /// Removes every registration of this type.
    public nonisolated func removeAll<R: Request>(of type: R.Type) {
        state.withLock { $0.registered[ObjectIdentifier(type)] = nil }
    }

    /// Removes every registration.
    public nonisolated func removeAll() {
        state.withLock { $0.registered = [:] }
    }

    /// Whether there is a registration for its type.
    public nonisolated func supports<R: Request>(_ request: R) -> Bool {
        answers(for: R.self) != nil
    }

    /// Whether its payload could have been stored as bytes: only `Data` is.
    public nonisolated func restores<R: Request>(_ request: R) -> Bool {
        R.Response.self == Data.self && supports(request)
    }

    /// Starts a task that waits for the delay and gives the answer.
    ///
    /// A request whose last registration was removed meanwhile fails with ``MockError/unsupportedRequest``.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let answers = answers(for: R.self) else {
            return channel.finish(.failure(MockError.unsupportedRequest))
        }
        guard let step = answers.next() else { return channel.finish(.failure(MockError.noAnswerLeft)) }
        let task = Task { [clock] in
            do {
                if step.delay > .zero { try await clock.sleep(for: min(step.delay, .longestSleep)) }
                try Task.checkCancellation()
                channel.finish(.success(try await step.compute(request)))
            } catch {
                channel.finish(.failure(error))
            }
        }
        channel.onCancel { task.cancel() }
    }

    /// The response, as it was registered.
    public nonisolated func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        guard let response = payload as? R.Response else { throw MockError.unexpectedPayload }
        return response
    }

    private nonisolated func answers<R: Request>(for type: R.Type) -> MockAnswers<R>? {
        state.withLock { $0.registered[ObjectIdentifier(type)]?.last?.answers } as? MockAnswers<R>
    }
}

/// The answers of one registration, and how many have been given.
private final class MockAnswers<R: Request>: Sendable {
    private let answer: MockAnswer<R>
    private let given = Lock(0)

    init(_ answer: MockAnswer<R>) {
        self.answer = answer
    }

    /// The next answer; `nil` where there is none left.
    func next() -> MockAnswer<R>.Step? {
        let index = given.withLock { given in
            defer { given += 1 }
            return given
        }
        if index < answer.steps.count { return answer.steps[index] }
        return answer.repeatsLast ? answer.steps.last : nil
    }
}
