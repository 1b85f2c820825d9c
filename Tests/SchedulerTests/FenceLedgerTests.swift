import Testing

@testable import RequestScheduler

/// The order of writes and removals alone: no store, no tasks.
@Suite(.timeLimit(.minutes(3)))
struct FenceLedgerTests {
    static let key = StoreKey(namespace: "test", identifier: "a", dataClass: DataClass(rawValue: "user"))
    static let otherKey = StoreKey(namespace: "test", identifier: "b")
    static let storage = RequestKey("storage")

    /// The scopes that cover `key`.
    static let covering: [StoreFence.Scope] = [.entry(key), .dataClass(key.dataClass), .everything]

    enum Event: CaseIterable, Sendable { case write, otherWrite, removal }

    static let orders: [[Event]] = {
        func permutations(_ events: [Event]) -> [[Event]] {
            guard !events.isEmpty else { return [[]] }
            return events.indices.flatMap { index in
                var rest = events
                let first = rest.remove(at: index)
                return permutations(rest).map { [first] + $0 }
            }
        }
        return permutations(Event.allCases)
    }()

    @Test(arguments: covering.indices, orders)
    func whateverTheOrderOfArrivalTheOrderOfBeginningDecides(scope: Int, begun: [Event]) throws {
        let scope = Self.covering[scope]
        for arrived in Self.orders {
            var ledger = FenceLedger(epoch: 1)
            var points: [Event: FencePoint] = [:]
            for event in begun { points[event] = event == .removal ? ledger.draw() : ledger.begin() }
            var row: FencePoint?
            for event in arrived {
                let point = try #require(points[event])
                if event == .removal {
                    ledger.note(scope, in: Self.storage, at: point)
                    if row?.isNewer(than: point) != true { row = nil }
                } else {
                    let isOvertaken = row?.isNewer(than: point) ?? false
                    if !isOvertaken, ledger.allowsWrite(to: Self.key, in: Self.storage, at: point) {
                        row = point
                        ledger.note(.entry(Self.key), in: Self.storage, at: point)
                    }
                    ledger.close(point)
                }
            }
            let newest = try #require(begun.last)
            #expect(row == (newest == .removal ? nil : points[newest]), "arrived \(arrived)")
            #expect(ledger.markCount(in: Self.storage) == 0)
        }
    }

    @Test func pointsOfOneRunAreOrderedAndPointsOfTwoAreNot() {
        var ledger = FenceLedger(epoch: 1)
        var other = FenceLedger(epoch: 2)
        let (first, second, foreign) = (ledger.draw(), ledger.begin(), other.draw())
        #expect(second.isNewer(than: first))
        #expect(!first.isNewer(than: second))
        #expect(!first.isNewer(than: first))
        #expect(!second.isNewer(than: foreign))
        #expect(!foreign.isNewer(than: second))
    }

    @Test func aPointOfAnotherRunIsNeitherHeldBackNorNoted() {
        var ledger = FenceLedger(epoch: 1)
        let open = ledger.begin()
        ledger.note(.everything, in: Self.storage, at: ledger.draw())
        let foreign = FencePoint(epoch: 2, number: 0)
        #expect(ledger.allowsWrite(to: Self.key, in: Self.storage, at: foreign))
        ledger.note(.entry(Self.otherKey), in: Self.storage, at: foreign)
        #expect(ledger.markCount(in: Self.storage) == 1)
        ledger.close(open)
    }

    @Test func aRemovalHoldsBackItsOwnStorageOnly() {
        var ledger = FenceLedger(epoch: 1)
        let write = ledger.begin()
        ledger.note(.everything, in: Self.storage, at: ledger.draw())
        #expect(!ledger.allowsWrite(to: Self.key, in: Self.storage, at: write))
        #expect(ledger.allowsWrite(to: Self.key, in: RequestKey("elsewhere"), at: write))
    }

    @Test func aReadLearnsOfChangesInAnyStorage() {
        var ledger = FenceLedger(epoch: 1)
        let read = ledger.begin()
        #expect(!ledger.hasChange(to: Self.key, since: read))
        ledger.note(.entry(Self.otherKey), in: Self.storage, at: ledger.draw())
        #expect(!ledger.hasChange(to: Self.key, since: read))
        ledger.note(.entry(Self.key), in: RequestKey("elsewhere"), at: ledger.draw())
        #expect(ledger.hasChange(to: Self.key, since: read))
    }

    @Test func aReadLearnsOfAWriteThatBeganBeforeIt() {
        var ledger = FenceLedger(epoch: 1)
        let write = ledger.begin()
        let read = ledger.begin()
        ledger.note(.entry(Self.key), in: Self.storage, at: write)
        ledger.close(write)
        #expect(ledger.hasChange(to: Self.key, since: read))
        let later = ledger.begin()
        #expect(!ledger.hasChange(to: Self.key, since: later))
    }

    @Test func workThatNothingElseOverlapsLeavesNoMark() {
        var ledger = FenceLedger(epoch: 1)
        ledger.note(.everything, in: Self.storage, at: ledger.draw())
        let write = ledger.begin()
        ledger.note(.entry(Self.key), in: Self.storage, at: write)
        #expect(ledger.markCount(in: Self.storage) == 0)
    }

    @Test func marksGoThatNoOpenWorkIsOlderThan() {
        var ledger = FenceLedger(epoch: 1)
        let slow = ledger.begin()
        for index in 0..<200 {
            let key = StoreKey(namespace: "test", identifier: "\(index)")
            ledger.note(.entry(key), in: Self.storage, at: ledger.draw())
        }
        #expect(ledger.markCount(in: Self.storage) == 200)
        let recent = ledger.begin()
        ledger.close(slow)
        #expect(ledger.markCount(in: Self.storage) == 0)
        ledger.close(recent)
    }

    @Test func closingTwiceClosesOnce() {
        var ledger = FenceLedger(epoch: 1)
        let (one, other) = (ledger.begin(), ledger.begin())
        ledger.close(one)
        ledger.close(one)
        ledger.note(.everything, in: Self.storage, at: ledger.draw())
        #expect(ledger.markCount(in: Self.storage) == 1)
        ledger.close(other)
        #expect(ledger.markCount(in: Self.storage) == 0)
    }
}
