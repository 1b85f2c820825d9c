import RequestScheduler
import TestSupport
import Testing

/// Responses that something goes on for: nobody keeps them but their callers.
@Suite(.timeLimit(.minutes(3)))
struct OngoingResponseTests {
    final class Body: OngoingResponse {
        private let released: Counter

        init(_ released: Counter) {
            self.released = released
        }

        deinit { released.increment() }
    }

    enum Form: CaseIterable { case awaited, streamed, completed }

    struct Open: Request, Hashable {
        typealias Response = Body
    }

    /// Answers with a new body that counts its end.
    struct Bodies: Transport {
        let released: Counter

        func supports<R: Request>(_ request: R) -> Bool { request is Open }

        func start<R: Request>(_ request: R, answering channel: ResultChannel) {
            channel.finish(.success(Body(released)))
        }

        func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws
            -> R.Response
        {
            guard let response = payload as? R.Response else { throw RequestError(.unexpectedType) }
            return response
        }
    }

    @Test(arguments: Form.allCases)
    func itIsLetGoOfWithItsCaller(form: Form) async throws {
        let released = Counter()
        let coordinator = RequestCoordinator(transports: [Bodies(released: released)])
        for count in 1...3 {
            switch form {
            case .awaited: _ = try await coordinator.response(for: Open())
            case .streamed: for try await _ in coordinator.responses(for: Open()) {}
            case .completed: coordinator.response(for: Open()) { _ in }
            }
            // No other call comes that would have the coordinator look.
            await released.reach(count)
        }
        withExtendedLifetime(coordinator) {}
    }

    @Test func itStaysAsLongAsACallerHasIt() async throws {
        let released = Counter()
        let coordinator = RequestCoordinator(transports: [Bodies(released: released)])
        let body = try await coordinator.response(for: Open())
        await coordinator.waitUntilIdle()
        #expect(released.value == 0)
        withExtendedLifetime(body) {}
    }
}
