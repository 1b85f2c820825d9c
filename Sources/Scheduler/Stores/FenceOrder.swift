/// One order of writes and removals, guarded.
///
/// The process has one; a test may have its own, which then stands for another run of the process.
package final class FenceOrder: Sendable {
    package static let process = FenceOrder()

    private let ledger: Lock<FenceLedger>

    /// An order of its own.
    ///
    /// No two share an epoch, except by a chance of one in 2⁶⁴.
    package init() {
        ledger = Lock(FenceLedger(epoch: UInt64.random(in: .min ... .max)))
    }

    /// The next point, for something that happens at once.
    package func draw() -> FencePoint {
        withLedger { $0.draw() }
    }

    func withLedger<Result: Sendable>(_ body: (inout FenceLedger) -> Result) -> Result {
        ledger.withLock { body(&$0) }
    }
}
