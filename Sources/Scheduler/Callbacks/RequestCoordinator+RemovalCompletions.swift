/// Removals that are told of by a completion.
///
/// What was dispatched before the method was called does not come back. Calling the handle off ends the wait, and with it the
/// removal only if that had not begun. The completion runs exactly once, on its target, never inside the call.
extension RequestCoordinator {
    /// Removes what is stored for a request; otherwise as ``removeStored(for:)``.
    @discardableResult
    public nonisolated func removeStored<R: Request>(
        for request: R,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        // What the request says is asked on the call's own task.
        remove({ .entry(request.storage?.storing) }, on: target, completion)
    }

    /// Removes everything of a class; otherwise as ``removeStored(of:)``.
    @discardableResult
    public nonisolated func removeStored(
        of dataClass: DataClass,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        remove({ .dataClass(dataClass) }, on: target, completion)
    }

    /// Empties the stores that take any class; otherwise as ``removeStoredOfAnyClassStores()``.
    @discardableResult
    public nonisolated func removeStoredOfAnyClassStores(
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        remove({ .storesOfAnyClass }, on: target, completion)
    }

    /// Empties every store; otherwise as ``removeAllStored()``.
    @discardableResult
    public nonisolated func removeAllStored(
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        remove({ .everything }, on: target, completion)
    }

    private nonisolated func remove(
        _ removal: @escaping @Sendable () -> StoredRemoval,
        on target: CallbackTarget,
        _ completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        let point = FencePoint.next()
        let path = weakPath
        return path.callBack(on: target, completion) { try await path.remove(removal(), at: point) }
    }
}
