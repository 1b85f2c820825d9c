import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MappedMockTransportTests {
    /// Knows nothing of mocks.
    struct Load: Request, Hashable {
        typealias Response = String
        var id = 1
    }

    struct Other: Request { typealias Response = Int }
    struct Bytes: Request { typealias Response = Data }

    private let clock = TestClock()
    private let transport: MappedMockTransport

    init() {
        transport = MappedMockTransport(clock: clock)
    }

    private func load(_ id: Int = 1) async throws -> String {
        try await transport.response(for: Load(id: id))
    }

    @Test func aClosureAnswersWithTheRequestInHand() async throws {
        transport.register(Load.self) { request in "number \(request.id)" }
        #expect(try await load(7) == "number 7")
        #expect(try await load(8) == "number 8")
    }

    @Test func aValueAndAnErrorAreGivenAgainAndAgain() async throws {
        transport.register(Load.self, .value("same"))
        for _ in 0..<3 { #expect(try await load() == "same") }
        transport.register(Load.self, .error(Failure(4)))
        for _ in 0..<3 { await #expect(throws: Failure(4)) { try await load() } }
    }

    @Test func onlyRegisteredTypesAreSupported() {
        #expect(!transport.supports(Load()))
        transport.register(Load.self, .value("here"))
        transport.register(Bytes.self, .value(Data()))
        #expect(transport.supports(Load()))
        #expect(!transport.supports(Other()))
        #expect(!transport.restores(Load()))
        #expect(transport.restores(Bytes()))
    }

    @Test func aSequenceIsGivenInTheOrderOfStartingAndThenFails() async throws {
        transport.register(
            Load.self,
            .sequence([.error(Failure(1)), .value("two"), .computed { "three of \($0.id)" }])
        )
        await #expect(throws: Failure(1)) { try await load() }
        #expect(try await load() == "two")
        #expect(try await load(5) == "three of 5")
        for _ in 0..<2 { await #expect(throws: MockError.noAnswerLeft) { try await load() } }
    }

    @Test func aSequenceCanRepeatItsLastAnswer() async throws {
        let ends = MockAnswer<Load>.sequence([.value("two"), .value("three")])
        transport.register(Load.self, .sequence([.value("one"), ends], repeatingLast: true))
        var answers: [String] = []
        for _ in 0..<5 { answers.append(try await load()) }
        #expect(answers == ["one", "two", "three", "three", "three"])
        transport.register(Load.self, .sequence([], repeatingLast: true))
        await #expect(throws: MockError.noAnswerLeft) { try await load() }
    }

    @Test func flightsAtOnceShareOneSequence() async throws {
        let numbers = (0..<200).map { "\($0)" }
        transport.register(Load.self, .sequence(numbers.map { .value($0) }))
        let answers = numbers.map { _ in transport.begin(Load()) }
        for (answer, number) in zip(answers, numbers) { #expect(try await answer.payload() as? String == number) }
    }

    @Test func theDelayPassesOnTheClock() async throws {
        transport.register(
            Load.self,
            .sequence([.value("a"), .value("b").delayed(by: .seconds(2))]).delayed(by: .seconds(1))
        )
        let answers = (0..<2).map { _ in transport.begin(Load()) }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        #expect(try await answers[0].payload() as? String == "a")
        #expect(answers[1].answers == 0)
        clock.advance(by: .seconds(2))
        #expect(try await answers[1].payload() as? String == "b")
    }

    @Test func cancellingEndsTheDelayAndReachesTheClosure() async {
        transport.register(Load.self, .value("late").delayed(by: .seconds(1)))
        let answer = transport.begin(Load())
        await clock.waitForSleepers()
        answer.cancel()
        #expect(clock.sleeperCount == 0)
        let (begun, ended) = (Gate(), Gate())
        transport.register(Load.self) { [clock] _ in
            begun.open()
            do { try await clock.sleep(for: .seconds(1)) } catch { ended.open() }
            return "late"
        }
        let second = transport.begin(Load())
        await begun.pass()
        second.cancel()
        await ended.pass()
        #expect(answer.answers == 0 && second.answers == 0)
    }

    @Test func whatIsNeverAnsweredEndsByCancellationOnly() async throws {
        transport.register(Load.self, .sequence([.never, .value("answered")]))
        var silent = [transport.begin(Load())]
        #expect(try await load() == "answered")
        #expect(silent[0].answers == 0)
        let released = silent[0].released
        silent.removeFirst().cancel()
        // Nothing of it is kept.
        await released.pass()
    }

    @Test func aCallThatIsNeverAnsweredCanBeCancelled() async throws {
        transport.register(Load.self, .never)
        let recording = RecordingTransport(wrapping: transport)
        let coordinator = RequestCoordinator(transports: [recording])
        let call = Task { try await coordinator.response(for: Load()) }
        try await recording.waitForStarts(of: Load.self)
        #expect(await coordinator.cancel(type: Load.self) == 1)
        #expect(await call.reason == .cancelled)
    }

    @Test func theLastRegistrationWinsUntilItIsRemoved() async throws {
        let first = transport.register(Load.self, .value("first"))
        let second = transport.register(Load.self, .value("second"))
        let third = transport.register(Load.self, .value("third"))
        #expect(try await load() == "third")
        transport.remove(second)
        #expect(try await load() == "third")
        transport.remove(third)
        transport.remove(third)
        #expect(try await load() == "first")
        transport.remove(first)
        #expect(!transport.supports(Load()))
        await #expect(throws: MockError.unsupportedRequest) { try await load() }
    }

    @Test func registrationsAreRemovedByTypeOrAllTogether() {
        for _ in 0..<2 { transport.register(Load.self, .value("a")) }
        transport.register(Other.self, .value(1))
        transport.removeAll(of: Load.self)
        #expect(!transport.supports(Load()))
        #expect(transport.supports(Other()))
        transport.removeAll()
        #expect(!transport.supports(Other()))
    }

    @Test func aFlightKeepsTheAnswerItStartedWith() async throws {
        let mapping = transport.register(Load.self, .value("begun").delayed(by: .seconds(1)))
        let answer = transport.begin(Load())
        await clock.waitForSleepers()
        transport.remove(mapping)
        clock.advance(by: .seconds(1))
        #expect(try await answer.payload() as? String == "begun")
    }

    @Test func aRequestWithoutARegistrationGoesToTheNextTransport() async throws {
        transport.register(Other.self, .value(1))
        let next = RequestMockTransport { (_: Load) in "from the next" }
        let coordinator = RequestCoordinator(transports: [transport, next])
        #expect(try await coordinator.response(for: Load()) == "from the next")
        #expect(try await coordinator.response(for: Other()) == 1)
        transport.register(Load.self, .value("mocked"))
        #expect(try await coordinator.response(for: Load()) == "mocked")
    }

    @Test func registrationsMayChangeWhileFlightsStart() async throws {
        transport.register(Load.self, .value("base"))
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask { [transport] in
                    transport.remove(transport.register(Load.self, .value("\(index)")))
                }
                group.addTask { [transport] in
                    let answer = await Task { try await transport.response(for: Load()) }.result
                    #expect(throws: Never.self) { try answer.get() }
                }
            }
        }
        #expect(try await load() == "base")
    }
}
