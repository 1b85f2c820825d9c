/// A place in the order in which writes and removals began, process-wide.
///
/// Points of one process run are totally ordered. Points of two runs are not: there the order of the commits decides,
/// which is why neither ``isNewer(than:)`` the other.
public struct FencePoint: Hashable, Sendable {
    /// Which run of which process drew it.
    public let epoch: UInt64

    /// Its place in that run.
    public let number: UInt64

    /// A point read back from storage.
    public init(epoch: UInt64, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }

    /// Draws the next point.
    public static func next() -> FencePoint {
        FenceOrder.process.draw()
    }

    /// Whether this began after `other`, in the same run.
    public func isNewer(than other: FencePoint) -> Bool {
        epoch == other.epoch && number > other.number
    }
}
