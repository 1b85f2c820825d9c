import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MockTransportTests {
    /// Counts itself and what is asked of it.
    final class Book: Sendable {
        let pages = Counter()
    }

    struct Turn: MockableRequest {
        typealias Response = Int
        var book = RequestKey("book")
        var made: Counter?
        var isMocked = true
        var mockDelay = Duration.zero

        var mockHelperID: RequestKey { book }
        func makeMockHelper() -> Book {
            made?.increment()
            return Book()
        }
        func mockResponse(helper: Book) throws -> Int { helper.pages.increment() }
    }

    struct Greet: MockableRequest {
        typealias Response = String
        var isMocked = true
        var mockDelay = Duration.zero
        var error: RequestError?
        func mockResponse(helper: Void) throws -> String {
            if let error { throw error }
            return "hello"
        }
    }

    struct Unknown: Request { typealias Response = Int }

    @Test func theRequestSaysWhatItIsAnswered() async throws {
        #expect(try await MockTransport().response(for: Greet()) == "hello")
    }

    @Test func theErrorOfARequestIsTheAnswer() async {
        await #expect { try await MockTransport().response(for: Greet(error: RequestError(.notStored))) } throws: {
            RequestError.Reason.notStored ~= $0
        }
    }

    @Test func onlyMockedRequestsAreSupported() {
        let transport = MockTransport()
        #expect(transport.supports(Greet()))
        #expect(!transport.supports(Greet(isMocked: false)))
        #expect(!transport.supports(Unknown()))
        #expect(!transport.restores(Greet()))
    }

    @Test func theDelayPassesOnTheClock() async throws {
        let clock = TestClock()
        let answer = MockTransport(clock: clock).begin(Greet(mockDelay: .seconds(3)))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        #expect(answer.answers == 0)
        clock.advance(by: .seconds(1))
        #expect(try await answer.payload() as? String == "hello")
    }

    @Test func aDelayLongerThanClocksCanHoldIsLongEnough() async {
        let mapped = MappedMockTransport()
        let late = (0..<20).reduce(MockAnswer<Greet>.value("hello")) { answer, _ in
            answer.delayed(by: .seconds(Int64.max))
        }
        mapped.register(Greet.self, late)
        let answers = [
            MockTransport().begin(Greet(mockDelay: .seconds(Int64.max))),
            RequestMockTransport(delay: .seconds(Int64.max)) { (_: Greet) in "hello" }.begin(Greet()),
            mapped.begin(Greet()),
        ]
        for _ in 0..<1000 { await Task.yield() }
        for answer in answers {
            #expect(answer.answers == 0)
            answer.cancel()
        }
    }

    @Test func cancellingEndsTheDelay() async {
        let clock = TestClock()
        let transport = MockTransport(clock: clock)
        let answer = transport.begin(Turn(mockDelay: .seconds(3)))
        await clock.waitForSleepers()
        answer.cancel()
        #expect(clock.sleeperCount == 0)
        #expect(answer.answers == 0)
    }

    @Test func aHelperIsMadeOnceForAll() async throws {
        let transport = MockTransport()
        let made = Counter()
        let answers = (0..<100).map { _ in transport.begin(Turn(made: made)) }
        var pages: Set<Int> = []
        for answer in answers { pages.insert(try #require(try await answer.payload() as? Int)) }
        #expect(pages == Set(1...100))
        #expect(made.value == 1)
    }

    @Test func helpersOfOtherNamesAndTransportsAreOthers() async throws {
        let transport = MockTransport()
        #expect(try await transport.response(for: Turn()) == 1)
        #expect(try await transport.response(for: Turn(book: "other")) == 1)
        #expect(try await MockTransport().response(for: Turn()) == 1)
        #expect(try await transport.response(for: Turn()) == 2)
    }
}

@Suite(.timeLimit(.minutes(3)))
struct RequestMockTransportTests {
    struct Double: Request, Hashable {
        typealias Response = Int
        var value: Int
    }

    struct Halve: Request {
        typealias Response = Int
        var value: Int
    }

    @Test func aClosureAnswersOneType() async throws {
        let transports: [any Transport] = [
            RequestMockTransport { (request: Double) in request.value * 2 },
            RequestMockTransport { (request: Halve) in request.value / 2 },
        ]
        for transport in transports where transport.supports(Double(value: 4)) {
            #expect(try await transport.response(for: Double(value: 4)) == 8)
            #expect(!transport.supports(Halve(value: 4)))
        }
        #expect(transports.filter { $0.supports(Halve(value: 1)) }.count == 1)
    }

    @Test func whatTheClosureThrowsIsTheAnswer() async {
        let transport = RequestMockTransport { (_: Double) in throw RequestError(.notStored) }
        await #expect { try await transport.response(for: Double(value: 1)) } throws: {
            RequestError.Reason.notStored ~= $0
        }
    }

    @Test func theDelayPassesOnTheClock() async throws {
        let clock = TestClock()
        let transport = RequestMockTransport(delay: .seconds(1), clock: clock) { (request: Double) in request.value }
        let answer = transport.begin(Double(value: 5))
        await clock.waitForSleepers()
        #expect(answer.answers == 0)
        clock.advance(by: .seconds(1))
        #expect(try await answer.payload() as? Int == 5)
    }

    @Test func cancellingReachesTheClosure() async {
        let (begun, ended) = (Gate(), Gate())
        let clock = TestClock()
        let transport = RequestMockTransport { (request: Double) in
            begun.open()
            do { try await clock.sleep(for: .seconds(1)) } catch { ended.open() }
            return request.value
        }
        let answer = transport.begin(Double(value: 5))
        await begun.pass()
        answer.cancel()
        await ended.pass()
        #expect(answer.answers == 0)
    }
}
