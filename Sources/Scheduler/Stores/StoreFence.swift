/// A store's hold on the process-wide order of writes and removals.
///
/// Two stores over the same storage, such as two connections to one file, make theirs with the same name and so keep one
/// order together.
public struct StoreFence: Sendable {
    /// What a removal covers.
    public enum Scope: Hashable, Sendable {
        /// One entry.
        case entry(StoreKey)

        /// Every entry of a class.
        case dataClass(DataClass)

        /// Every entry.
        case everything
    }

    private final class Own: Sendable {}

    /// Which storage it guards.
    let storage: RequestKey
    private let order: FenceOrder

    /// A fence of its own, for storage that nobody else can reach.
    public init() {
        self.init(in: .process)
    }

    package init(in order: FenceOrder) {
        self.init(sharing: ObjectIdentity(Own()), in: order)
    }

    /// A fence shared by everyone who names the same storage, such as the path of a file.
    public init(sharing storage: some Hashable & Sendable) {
        self.init(sharing: storage, in: .process)
    }

    package init(sharing storage: some Hashable & Sendable, in order: FenceOrder) {
        self.storage = RequestKey(storage)
        self.order = order
    }

    /// Does one write if it is still allowed.
    ///
    /// `change` runs at most once, and only while nothing can come between.
    ///
    /// - Parameters:
    ///   - key: The entry.
    ///   - permit: The leave to write it; used up unless the write is superseded.
    ///   - existing: The version of the entry that is there now, if any.
    ///   - change: The change itself; synchronous, so that check and change are one step of the store.
    /// - Returns: Whether it was written. Throws what `change` throws; the permit is then used up.
    public func write(
        _ key: StoreKey,
        under permit: WritePermit,
        over existing: FencePoint?,
        _ change: () throws -> Void
    ) rethrows -> WriteOutcome {
        if let existing, existing.isNewer(than: permit.point) { return .superseded }
        guard order.withLedger({ $0.allowsWrite(to: key, in: storage, at: permit.point) }) else {
            return .superseded
        }
        guard permit.claim() else { return .revoked }
        try change()
        order.withLedger { $0.note(.entry(key), in: storage, at: permit.point) }
        return .written
    }

    /// Does one removal, and keeps every write that it covers and that is still on its way from landing.
    public func remove(_ scope: Scope, at point: FencePoint, _ change: () throws -> Void) rethrows {
        order.withLedger { $0.note(scope, in: storage, at: point) }
        try change()
    }

    /// How many marks are kept for writes on their way; none when no work is on its way.
    package var markCount: Int {
        order.withLedger { $0.markCount(in: storage) }
    }
}

/// Identity of an object as a value that keeps the object alive, so that the address is not given to another.
private struct ObjectIdentity<Object: AnyObject & Sendable>: Hashable, Sendable {
    let object: Object

    init(_ object: Object) { self.object = object }

    static func == (one: Self, other: Self) -> Bool { one.object === other.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
