/// Remembers when a stored read began, so that a miss can be judged against what was written or removed since.
package final class ReadMark: Sendable {
    private let point: FencePoint

    package init() {
        point = FenceLedger.shared.withLock { $0.begin() }
    }

    deinit {
        FenceLedger.shared.withLock { $0.close(point) }
    }

    /// Whether a write or a removal for `key` has come since, in any storage of the process.
    package func isOutdated(for key: StoreKey) -> Bool {
        FenceLedger.shared.withLock { $0.hasChange(to: key, since: point) }
    }
}
