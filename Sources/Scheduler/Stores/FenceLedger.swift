/// The order of writes and removals: a counter, the work still on its way, and the marks that work needs.
///
/// A mark says that something was written or removed. It matters only to work that began before, so it is kept while such
/// work is on its way and dropped with it: an idle process keeps none.
struct FenceLedger: Sendable {
    private struct Mark {
        /// The newest point at which a write or removal of this scope *began*: older writes may not land.
        var begun: UInt64
        /// The point at which it *came*: reads begun before may have missed it.
        var came: UInt64
    }

    private let epoch: UInt64
    private var last: UInt64 = 0
    private var open: Set<UInt64> = []
    /// What has been opened and not been seen to be closed, oldest first, from ``firstOpened`` on.
    private var opened: [UInt64] = []
    private var firstOpened = 0
    private var marks: [StoreFence.Scope: [RequestKey: Mark]] = [:]
    private var marksToPruneAt = FenceLedger.smallestPrune

    private static let smallestPrune = 32

    init(epoch: UInt64) {
        self.epoch = epoch
    }

    /// The next point, for something that happens at once.
    mutating func draw() -> FencePoint {
        last += 1
        return FencePoint(epoch: epoch, number: last)
    }

    /// The next point, for work that is on its way until it is closed.
    mutating func begin() -> FencePoint {
        let point = draw()
        open.insert(point.number)
        opened.append(point.number)
        return point
    }

    /// The work of this point has ended; marks that only it needed go.
    mutating func close(_ point: FencePoint) {
        guard open.remove(point.number) != nil else { return }
        while firstOpened < opened.count, !open.contains(opened[firstOpened]) { firstOpened += 1 }
        if opened.count > FenceLedger.smallestPrune + 2 * open.count {
            opened.removeAll { !open.contains($0) }
            firstOpened = 0
        }
        if open.isEmpty {
            marks.removeAll()
            marksToPruneAt = FenceLedger.smallestPrune
        } else if marks.count >= marksToPruneAt {
            prune()
        }
    }

    /// Records a write or a removal if any other work that is on its way began before it came.
    mutating func note(_ scope: StoreFence.Scope, in storage: RequestKey, at point: FencePoint) {
        guard point.epoch == epoch, !open.isEmpty, open.count > 1 || !open.contains(point.number) else { return }
        let came = draw().number
        let begun = max(point.number, marks[scope]?[storage]?.begun ?? 0)
        marks[scope, default: [:]][storage] = Mark(begun: begun, came: came)
    }

    /// Whether nothing newer was written under `key`, and nothing that covers it was removed later.
    func allowsWrite(to key: StoreKey, in storage: RequestKey, at point: FencePoint) -> Bool {
        guard point.epoch == epoch else { return true }
        return FenceLedger.scopes(of: key).allSatisfy { (marks[$0]?[storage]?.begun ?? 0) < point.number }
    }

    /// Whether a write or a removal that concerns `key` came after `point`, in any storage.
    func hasChange(to key: StoreKey, since point: FencePoint) -> Bool {
        FenceLedger.scopes(of: key).contains { scope in
            marks[scope]?.values.contains { $0.came > point.number } ?? false
        }
    }

    func markCount(in storage: RequestKey) -> Int {
        marks.values.count { $0[storage] != nil }
    }

    private static func scopes(of key: StoreKey) -> [StoreFence.Scope] {
        [.entry(key), .dataClass(key.dataClass), .everything]
    }

    /// Drops what no work on its way is older than.
    ///
    /// Amortised: runs when the marks have doubled since the last time.
    private mutating func prune() {
        guard firstOpened < opened.count else { return }
        let oldest = opened[firstOpened]
        for (scope, ofScope) in marks {
            let needed = ofScope.filter { $0.value.came > oldest }
            marks[scope] = needed.isEmpty ? nil : needed
        }
        marksToPruneAt = max(FenceLedger.smallestPrune, marks.count * 2)
    }
}
