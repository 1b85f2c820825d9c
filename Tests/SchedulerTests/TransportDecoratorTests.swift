import RequestScheduler
import TestSupport
import Testing

/// Transports that wrap another one.
@Suite(.timeLimit(.minutes(3)))
struct TransportDecoratorTests {
    private struct Plain: TransportDecorator {
        let base: any Transport
    }

    /// Does everything itself.
    private struct Own: TransportDecorator {
        let base: any Transport
        let executor: ManualExecutor

        var showsActivity: Bool { false }
        var sendExecutor: (any TaskExecutor)? { executor }
        var decodingExecutor: (any TaskExecutor)? { executor }

        func supports<R: Request>(_ request: R) -> Bool { request is Fetch }

        func restores<R: Request>(_ request: R) -> Bool { request is Get }

        func start<R: Request>(_ request: R, answering channel: ResultChannel) { channel.finish(.failure(Failure(8))) }

        func decode<R: Request>(
            _ payload: any Sendable,
            for request: R,
            from origin: PayloadOrigin
        ) throws -> R.Response { throw Failure(9) }
    }

    let executor = ManualExecutor()
    let base: HeldTransport

    init() {
        base = HeldTransport(
            supporting: { $0 is Get },
            restoring: { $0 is Fetch },
            sendExecutor: executor,
            decodingExecutor: executor,
            showsActivity: true
        )
    }

    @Test func whatIsNotWrittenOutIsTheBases() async throws {
        let transport: any Transport = Plain(base: base)
        #expect(transport.supports(Get()) && !transport.supports(Fetch()))
        #expect(transport.restores(Fetch()) && !transport.restores(Get()))
        #expect(transport.showsActivity)
        #expect(transport.sendExecutor === executor && transport.decodingExecutor === executor)
        #expect(try transport.decode(3, for: Get(), from: .fresh) == 3)
        #expect(throws: Failure(-1)) { try transport.decode("no number", for: Get(), from: .fresh) }
        let answers = Log<Int?>()
        let relay = ResultRelay { result in
            if case .finished(let answer) = result { answers.append(try? answer.get() as? Int) }
        }
        transport.start(Get(), answering: relay.makeChannel())
        base.succeed(0, 7)
        #expect(answers.all == [7])
    }

    @Test func whatIsWrittenOutIsItsOwn() async throws {
        let (own, base) = (ManualExecutor(), base)
        let transport: any Transport = Own(base: base, executor: own)
        #expect(transport.supports(Fetch()) && !transport.supports(Get()))
        #expect(transport.restores(Get()) && !transport.restores(Fetch()))
        #expect(!transport.showsActivity)
        #expect(transport.sendExecutor === own && transport.decodingExecutor === own)
        #expect(throws: Failure(9)) { try transport.decode(3, for: Get(), from: .fresh) }
        let ends = Counter()
        let relay = ResultRelay { _ in ends.increment() }
        transport.start(Fetch(), answering: relay.makeChannel())
        #expect(ends.value == 1 && base.requests.isEmpty)
    }

    @Test func aCallThroughTwoOfThemIsAnsweredAndCancelledAtTheBase() async throws {
        let base = HeldTransport()
        let coordinator = RequestCoordinator(transports: [Plain(base: Plain(base: base))])
        let call = Task { try await coordinator.response(for: Get(1)) }
        await base.started.reach(1)
        base.succeed(0, 7)
        #expect(try await call.value == 7)
        let other = Task { try await coordinator.response(for: Get(2)) }
        await base.started.reach(2)
        other.cancel()
        #expect(await other.isCancellation)
        #expect(base.cancellations == [0, 1])
    }
}
