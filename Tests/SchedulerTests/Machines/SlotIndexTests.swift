import TestSupport
import Testing

@testable import RequestScheduler

@Suite(.timeLimit(.minutes(3)))
struct SlotIndexTests {
    @Test func theNewestComesFirst() {
        var index = SlotIndex<String>()
        for slot in [4, 0, 2] { index.insert(slot, under: "a") }
        index.insert(1, under: "b")
        #expect(index.slots(under: "a") == [2, 0, 4])
        #expect(index.first(under: "a") { $0 != 2 } == 0)
        #expect(index.first(under: "a") { _ in false } == nil)
        #expect(index.first(under: "none") { _ in true } == nil)
    }

    @Test func lookingStopsAtTheFirstThatWillDo() {
        var index = SlotIndex<String>()
        for slot in 0..<100 { index.insert(slot, under: "a") }
        var seen = 0
        _ = index.first(under: "a") {
            seen += 1; return $0 == 98
        }
        #expect(seen == 2)
    }

    @Test(arguments: [0, 1, 2])
    func aSlotIsTakenOutOfTheMiddleAndOfBothEnds(slot: Int) {
        var index = SlotIndex<String>()
        for slot in 0..<3 { index.insert(slot, under: "a") }
        index.remove(slot)
        #expect(index.slots(under: "a") == [2, 1, 0].filter { $0 != slot })
    }

    @Test func aKeyWithoutSlotsIsNotKept() {
        var index = SlotIndex<String>()
        index.insert(0, under: "a")
        index.insert(1, under: "a")
        #expect(index.count == 1)
        index.remove(0)
        index.remove(1)
        #expect(index.count == 0)
    }

    @Test func removingWhatIsNotThereDoesNothing() {
        var index = SlotIndex<String>()
        index.insert(1, under: "a")
        for slot in [0, 2, 99] { index.remove(slot) }
        #expect(index.slots(under: "a") == [1])
    }

    /// Equal to every other one.
    private final class SomeKey: Hashable, Sendable {
        static func == (one: SomeKey, other: SomeKey) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]])
    func theKeyOfASlotGoesWithIt(order: [Int]) {
        var index = SlotIndex<SomeKey>()
        weak var (first, second, third): (SomeKey?, SomeKey?, SomeKey?)
        do {
            let keys = [SomeKey(), SomeKey(), SomeKey()]
            (first, second, third) = (keys[0], keys[1], keys[2])
            for (slot, key) in keys.enumerated() { index.insert(slot, under: key) }
        }
        var removed: Set<Int> = []
        for slot in order {
            index.remove(slot)
            removed.insert(slot)
            #expect((first == nil) == removed.contains(0))
            #expect((second == nil) == removed.contains(1))
            #expect((third == nil) == removed.contains(2))
        }
    }

    @Test func anIndexDoesWhatAListOfPairsDoes() {
        for seed in ModelSeeds.first(300) {
            var random = SeededRandom(seed: seed)
            var index = SlotIndex<Int>()
            var pairs: [(slot: Int, key: Int)] = []
            for _ in 0..<60 {
                let slot = random.below(12)
                if random.chance(55), !pairs.contains(where: { $0.slot == slot }) {
                    let key = random.below(4)
                    index.insert(slot, under: key)
                    pairs.append((slot, key))
                } else {
                    index.remove(slot)
                    pairs.removeAll { $0.slot == slot }
                }
                let actual = (0..<4).map { index.slots(under: $0) }
                let expected = (0..<4).map { key in pairs.reversed().filter { $0.key == key }.map(\.slot) }
                guard actual == expected, index.count == Set(pairs.map(\.key)).count else {
                    Issue.record("seed \(seed): \(actual), expected \(expected)")
                    return
                }
            }
        }
    }
}
