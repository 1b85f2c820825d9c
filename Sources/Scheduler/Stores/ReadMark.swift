/// Remembers when a stored read began, so that a miss can be judged against what was written or removed since.
package final class ReadMark: Sendable {
    private let point: FencePoint
    private let order: FenceOrder

    package init(in order: FenceOrder = .process) {
        self.order = order
        point = order.withLedger { $0.begin() }
    }

    deinit {
        order.withLedger { $0.close(point) }
    }

    /// Whether a write or a removal for `key` has come since, in any storage of the process.
    package func isOutdated(for key: StoreKey) -> Bool {
        order.withLedger { $0.hasChange(to: key, since: point) }
    }
}
