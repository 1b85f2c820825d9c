import Testing

@testable import RequestTransports

@Suite(.timeLimit(.minutes(3)))
struct HTTPDeadlinesTests {
    private let limits = HTTPDeadlines.Limits(
        connect: .seconds(1),
        head: .seconds(3),
        idle: .seconds(5),
        total: .seconds(20)
    )

    private func next(_ deadlines: HTTPDeadlines) -> String {
        guard let next = deadlines.next else { return "none" }
        return "\(next.timeout) at \(next.time)"
    }

    @Test func withoutLimitsNothingIsDue() {
        var deadlines = HTTPDeadlines(.init(), at: .zero)
        deadlines.begin(at: .zero)
        #expect(deadlines.next == nil)
    }

    @Test func eachPartOfAnExchangeHasItsTime() {
        var deadlines = HTTPDeadlines(limits, at: .seconds(10))
        #expect(next(deadlines) == "total at 30.0 seconds")
        deadlines.begin(at: .seconds(10))
        #expect(next(deadlines) == "connect at 11.0 seconds")
        deadlines.connected(at: .milliseconds(10_500))
        #expect(next(deadlines) == "head at 13.0 seconds")
        deadlines.receivedHead(at: .seconds(12))
        #expect(next(deadlines) == "idle at 17.0 seconds")
        deadlines.moved(at: .seconds(16))
        #expect(next(deadlines) == "idle at 21.0 seconds")
        deadlines.moved(at: .seconds(29))
        #expect(next(deadlines) == "total at 30.0 seconds")
    }

    @Test func theHeadIsExpectedAfterTheLastOfTheBody() {
        var deadlines = HTTPDeadlines(.init(head: .seconds(3)), at: .zero)
        deadlines.begin(at: .zero)
        deadlines.connected(at: .seconds(2))
        #expect(next(deadlines) == "head at 3.0 seconds")
        deadlines.sent(at: .seconds(2))
        #expect(next(deadlines) == "head at 5.0 seconds")
        deadlines.moved(at: .seconds(4))
        #expect(next(deadlines) == "head at 5.0 seconds")
        deadlines.receivedHead(at: .seconds(4))
        deadlines.sent(at: .seconds(5))
        #expect(deadlines.next == nil)
    }

    @Test func anEngineThatIsNeverConnectedIsSoWithTheHead() {
        var deadlines = HTTPDeadlines(limits, at: .zero)
        deadlines.begin(at: .zero)
        deadlines.receivedHead(at: .milliseconds(500))
        #expect(next(deadlines) == "idle at 5.5 seconds")
    }

    @Test func aRedirectBeginsAnewWithinTheWhole() {
        var deadlines = HTTPDeadlines(limits, at: .zero)
        deadlines.begin(at: .zero)
        deadlines.receivedHead(at: .seconds(1))
        deadlines.begin(at: .seconds(2))
        #expect(next(deadlines) == "connect at 3.0 seconds")
        deadlines.receivedHead(at: .seconds(19))
        #expect(next(deadlines) == "total at 20.0 seconds")
    }

    @Test func aBodyThatIsNotThereYetIsNoSilenceOfTheirs() {
        var deadlines = HTTPDeadlines(.init(head: .seconds(3), idle: .seconds(5), total: .seconds(500)), at: .zero)
        deadlines.begin(at: .zero)
        deadlines.connected(at: .zero)
        deadlines.waitForBody()
        #expect(next(deadlines) == "total at 500.0 seconds")
        deadlines.sent(at: .seconds(100))
        #expect(next(deadlines) == "head at 103.0 seconds")
        deadlines.waitForBody()
        deadlines.receivedHead(at: .seconds(200))
        #expect(next(deadlines) == "idle at 205.0 seconds")
        deadlines.waitForBody()
        #expect(next(deadlines) == "idle at 205.0 seconds")
        deadlines.begin(at: .seconds(300))
        #expect(next(deadlines) == "head at 303.0 seconds")
    }

    @Test func oursIsNoSilenceOfTheirs() {
        var deadlines = HTTPDeadlines(.init(idle: .seconds(5)), at: .zero)
        deadlines.begin(at: .zero)
        deadlines.receivedHead(at: .seconds(1))
        deadlines.pause()
        #expect(deadlines.next == nil)
        deadlines.moved(at: .seconds(2))
        #expect(deadlines.next == nil)
        deadlines.resume(at: .seconds(100))
        #expect(next(deadlines) == "idle at 105.0 seconds")
    }
}

@Suite(.timeLimit(.minutes(3)))
struct HTTPDeadlineQueueTests {
    @Test func theEarliestComesFirst() {
        var queue = HTTPDeadlineQueue<String>()
        #expect(queue.next == nil)
        queue.set("b", as: 2, at: .seconds(2))
        queue.set("a", as: 1, at: .seconds(1))
        queue.set("c", as: 3, at: .seconds(3))
        #expect(queue.next == .seconds(1))
        #expect(queue.takeDue(at: .seconds(2)).map(\.member) == ["a", "b"])
        #expect(queue.next == .seconds(3))
        #expect(queue.count == 3)
    }

    @Test func aMemberThatIsDueTwiceIsToldOnce() {
        var queue = HTTPDeadlineQueue<String>()
        queue.set("a", as: 1, at: .seconds(3))
        queue.set("a", as: 1, at: .seconds(1))
        #expect(queue.takeDue(at: .seconds(3)).map(\.member) == ["a"])
        queue.setAgain(1, at: .seconds(4))
        #expect(queue.next == .seconds(4))
    }

    @Test func manyThatAreDueAtOnceAreTakenInOneGo() {
        var queue = HTTPDeadlineQueue<Int>()
        let count = 100_000
        for id in 0..<count { queue.set(id, as: UInt64(id), at: .seconds(1)) }
        // Were each looked for among those taken before, this would not end within the suite's time.
        #expect(queue.takeDue(at: .seconds(1)).count == count)
        #expect(queue.next == nil)
    }

    @Test func whoIsRemovedIsNotDueAndNotSetAgain() {
        var queue = HTTPDeadlineQueue<String>()
        queue.set("a", as: 1, at: .seconds(1))
        queue.set("b", as: 2, at: .seconds(2))
        queue.remove(1)
        queue.remove(1)
        #expect(queue.next == .seconds(2))
        queue.setAgain(1, at: .seconds(1))
        #expect(queue.takeDue(at: .seconds(5)).map(\.member) == ["b"])
        queue.remove(2)
        #expect(queue.count == 0)
        #expect(queue.next == nil)
    }

    @Test func entriesOfThoseThatAreGoneDoNotPileUp() {
        var queue = HTTPDeadlineQueue<Int>()
        queue.set(0, as: 0, at: .seconds(1))
        for id in 1...10_000 {
            queue.set(id, as: UInt64(id), at: .seconds(60))
            queue.remove(UInt64(id))
            #expect(queue.entryCount <= 40)
        }
        #expect(queue.count == 1)
    }

    @Test func manyComeInTheirOrder() {
        var queue = HTTPDeadlineQueue<Int>()
        var random = SplitMix(state: 7)
        let times = (0..<1000).map { _ in Int.random(in: 0..<500, using: &random) }
        for (id, time) in times.enumerated() { queue.set(time, as: UInt64(id), at: .seconds(time)) }
        for id in stride(from: 0, to: 1000, by: 3) { queue.remove(UInt64(id)) }
        let left = times.enumerated().filter { $0.offset % 3 != 0 }.map(\.element).sorted()
        var came: [Int] = []
        while let next = queue.next { came += queue.takeDue(at: next).map(\.member) }
        #expect(came == left)
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }
}
