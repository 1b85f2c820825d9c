import Testing

@testable import RequestScheduler

/// Random events against a model that forgets nothing: pruning may never be noticed by work on its way.
@Suite(.timeLimit(.minutes(3)))
struct FenceLedgerModelTests {
    /// Everything that ever came, searched from end to end.
    private struct Model {
        var history: [(scope: StoreFence.Scope, storage: RequestKey, begun: UInt64, cameAfter: UInt64)] = []

        func allowsWrite(to key: StoreKey, in storage: RequestKey, at point: FencePoint) -> Bool {
            !history.contains { Model.covers($0.scope, key) && $0.storage == storage && $0.begun >= point.number }
        }

        func hasChange(to key: StoreKey, since point: FencePoint) -> Bool {
            history.contains { Model.covers($0.scope, key) && $0.cameAfter >= point.number }
        }

        static func covers(_ scope: StoreFence.Scope, _ key: StoreKey) -> Bool {
            switch scope {
            case .entry(let entry): entry == key
            case .dataClass(let dataClass): dataClass == key.dataClass
            case .everything: true
            }
        }
    }

    /// Enough of them that marks are pruned while work is on its way.
    private static let keys = (0..<60).map { index in
        StoreKey(namespace: "test", identifier: "\(index)", dataClass: DataClass(rawValue: "\(index % 2)"))
    }
    private static let popularKeys = 4
    private static let storages = [RequestKey("one"), RequestKey("two")]

    @Test(arguments: 0..<60 as Range<UInt64>)
    func workOnItsWaySeesWhatAModelThatForgetsNothingSees(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var ledger = FenceLedger(epoch: seed)
        var model = Model()
        var writes: [FencePoint] = []
        var reads: [FencePoint] = []
        var removals: [FencePoint] = []
        var last: UInt64 = 0
        for _ in 0..<1_000 {
            let isPopular = Bool.random(using: &random)
            let candidates = isPopular ? Self.keys.prefix(Self.popularKeys) : Self.keys[...]
            let key = try #require(candidates.randomElement(using: &random))
            let storage = try #require(Self.storages.randomElement(using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                let point = ledger.begin()
                writes.append(point)
                last = point.number
            case 2:
                let point = ledger.begin()
                reads.append(point)
                last = point.number
            case 3:
                let point = ledger.draw()
                removals.append(point)
                last = point.number
            case 4, 5:  // A write arrives.
                guard let point = writes.removeRandom(using: &random) else { continue }
                let isAllowed = ledger.allowsWrite(to: key, in: storage, at: point)
                #expect(isAllowed == model.allowsWrite(to: key, in: storage, at: point))
                if isAllowed {
                    ledger.note(.entry(key), in: storage, at: point)
                    model.history.append((.entry(key), storage, point.number, last))
                }
                ledger.close(point)
            case 6:  // A removal arrives.
                guard let point = removals.removeRandom(using: &random) else { continue }
                let scopes: [StoreFence.Scope] = [.entry(key), .dataClass(key.dataClass), .everything]
                let scope = try #require(scopes.randomElement(using: &random))
                ledger.note(scope, in: storage, at: point)
                model.history.append((scope, storage, point.number, last))
            default:  // A read ends.
                guard let point = reads.removeRandom(using: &random) else { continue }
                #expect(ledger.hasChange(to: key, since: point) == model.hasChange(to: key, since: point))
                ledger.close(point)
            }
            if writes.isEmpty, reads.isEmpty {
                #expect(Self.storages.allSatisfy { ledger.markCount(in: $0) == 0 })
            }
        }
        for point in (writes + reads).shuffled(using: &random) { ledger.close(point) }
        #expect(Self.storages.allSatisfy { ledger.markCount(in: $0) == 0 })
    }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

extension Array {
    fileprivate mutating func removeRandom(using random: inout SeededGenerator) -> Element? {
        guard let index = indices.randomElement(using: &random) else { return nil }
        return remove(at: index)
    }
}
