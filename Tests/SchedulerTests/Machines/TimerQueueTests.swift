import TestSupport
import Testing

@testable import RequestScheduler

@Suite(.timeLimit(.minutes(3)))
struct TimerQueueTests {
    var queue = TimerQueue<String>()

    @Test mutating func whatIsDueComesEarliestFirstAndOnce() {
        for (id, second) in [("c", 3), ("a", 1), ("d", 4), ("b", 2)] { queue.set(id, at: .seconds(second)) }
        #expect(queue.next == .seconds(1))
        #expect(queue.takeDue(at: .seconds(3)) == ["a", "b", "c"])
        #expect(queue.takeDue(at: .seconds(3)) == [])
        #expect(queue.next == .seconds(4))
        #expect(queue.count == 1)
    }

    @Test mutating func aTimerIsDueAtItsTimeAndNotBefore() {
        queue.set("a", at: .seconds(1))
        #expect(queue.takeDue(at: .seconds(1) - .nanoseconds(1)) == [])
        #expect(queue.takeDue(at: .seconds(1)) == ["a"])
    }

    @Test(arguments: [1, 3])
    func aTimerSetAgainReplacesTheOneBefore(seconds: Int) {
        var queue = TimerQueue<String>()
        queue.set("a", at: .seconds(2))
        queue.set("a", at: .seconds(seconds))
        #expect(queue.next == .seconds(seconds))
        #expect(queue.takeDue(at: .seconds(seconds) - .nanoseconds(1)) == [])
        #expect(queue.takeDue(at: .seconds(9)) == ["a"])
        #expect(queue.isEmpty)
    }

    @Test mutating func aTimerSetBackToATimeItHadBeforeIsDueOnce() {
        for second in [1, 2, 1] { queue.set("a", at: .seconds(second)) }
        #expect(queue.takeDue(at: .seconds(3)) == ["a"])
        #expect(queue.takeDue(at: .seconds(3)) == [])
    }

    @Test mutating func aCancelledTimerIsNeverDueAndAsksForNoTurn() {
        queue.set("a", at: .seconds(1))
        queue.set("b", at: .seconds(2))
        queue.cancel("a")
        queue.cancel("a")
        queue.cancel("none")
        #expect(queue.next == .seconds(2))
        #expect(queue.takeDue(at: .seconds(1)) == [])
        queue.cancel("b")
        #expect(queue.next == nil)
        #expect(queue.isEmpty)
    }

    @Test mutating func aTimerCanBeSetAgainAfterItWasDueOrCancelled() {
        queue.set("a", at: .seconds(1))
        _ = queue.takeDue(at: .seconds(1))
        queue.set("a", at: .seconds(1))
        queue.cancel("a")
        queue.set("a", at: .seconds(1))
        #expect(queue.takeDue(at: .seconds(1)) == ["a"])
    }

    /// How many entries the heap holds, replaced and cancelled ones among them.
    private var heapCount: Int? {
        Mirror(reflecting: queue).children.first { $0.label == "heap" }.map {
            Mirror(reflecting: $0.value).children.count
        }
    }

    enum Pattern: CaseIterable { case later, earlier, same, cancelled, sameAfterCancelling }

    @Test(arguments: Pattern.allCases)
    mutating func theHeapStaysSmallHoweverOftenATimerIsSet(pattern: Pattern) throws {
        queue.set("first", at: .zero)
        for step in 1...1000 {
            switch pattern {
            case .later: queue.set("a", at: .seconds(step))
            case .earlier: queue.set("a", at: .seconds(2000 - step))
            case .same: queue.set("a", at: .seconds(1))
            case .cancelled:
                queue.set("\(step)", at: .seconds(step))
                queue.cancel("\(step)")
            case .sameAfterCancelling:
                queue.set("a", at: .seconds(1))
                queue.cancel("a")
            }
        }
        #expect(try #require(heapCount) <= 40)
    }

    @Test func aQueueDoesWhatADictionaryDoes() {
        for seed in ModelSeeds.first(300) {
            var random = SeededRandom(seed: seed)
            var queue = TimerQueue<Int>()
            var times: [Int: Int] = [:]
            for _ in 0..<120 {
                let id = random.below(20)
                switch random.below(10) {
                case 0..<6:
                    let time = random.below(30)
                    queue.set(id, at: .seconds(time))
                    times[id] = time
                case 6..<9:
                    queue.cancel(id)
                    times[id] = nil
                default:
                    let now = random.below(30)
                    let due = queue.takeDue(at: .seconds(now))
                    let expected = times.filter { $0.value <= now }
                    let order = due.compactMap { expected[$0] }
                    for id in expected.keys { times[id] = nil }
                    guard due.sorted() == expected.keys.sorted(), order == order.sorted() else {
                        Issue.record("seed \(seed): \(due) is due, expected \(expected)")
                        return
                    }
                }
                let next = times.values.min().map { Duration.seconds($0) }
                guard queue.next == next, queue.count == times.count, queue.isEmpty == times.isEmpty else {
                    Issue.record("seed \(seed): next \(queue.next as Duration?), expected \(next as Duration?)")
                    return
                }
            }
        }
    }
}
