/// Leave to write one entry once, drawn when the work that produces it is dispatched.
///
/// It can be revoked until a store claims it. Exactly one of the two happens.
public final class WritePermit: Sendable {
    private enum State { case open, claimed, revoked }

    /// When the work began.
    public let point: FencePoint

    private let state = Lock(State.open)
    private let order: FenceOrder

    /// A permit dated now.
    public convenience init() {
        self.init(in: .process)
    }

    package init(in order: FenceOrder) {
        self.order = order
        point = order.withLedger { $0.begin() }
    }

    deinit {
        order.withLedger { $0.close(point) }
    }

    /// Takes the leave back.
    ///
    /// - Returns: `false` if a store had already claimed it; the entry may then be written.
    @discardableResult
    public func revoke() -> Bool {
        let isRevoked = state.withLock { state in
            if state == .open { state = .revoked }
            return state == .revoked
        }
        // It will never write: however long a store keeps it, nothing need be remembered for its sake.
        if isRevoked { order.withLedger { $0.close(point) } }
        return isRevoked
    }

    /// Whether it was taken back before it was used.
    var isRevoked: Bool { state.withLock { $0 == .revoked } }

    /// Uses the leave up.
    func claim() -> Bool {
        state.withLock { state in
            guard state == .open else { return false }
            state = .claimed
            return true
        }
    }
}
