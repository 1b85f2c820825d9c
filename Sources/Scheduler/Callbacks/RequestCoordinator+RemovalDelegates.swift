/// Removals that are told of to a delegate; otherwise as those with a completion.
extension RequestCoordinator {
    /// Removes what is stored for a request; the delegate is held weakly and told how it came out, once.
    @discardableResult
    public nonisolated func removeStored<R: Request>(
        for request: R,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RemovalDelegate
    ) -> CallHandle {
        removeStored(for: request, on: target, completion: telling(delegate, of: .request(request)))
    }

    /// Removes everything of a class; the delegate is held weakly and told how it came out, once.
    @discardableResult
    public nonisolated func removeStored(
        of dataClass: DataClass,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RemovalDelegate
    ) -> CallHandle {
        removeStored(of: dataClass, on: target, completion: telling(delegate, of: .dataClass(dataClass)))
    }

    /// Empties the stores that take any class; the delegate is held weakly and told how it came out, once.
    @discardableResult
    public nonisolated func removeStoredOfAnyClassStores(
        on target: CallbackTarget = .anywhere,
        informing delegate: some RemovalDelegate
    ) -> CallHandle {
        removeStoredOfAnyClassStores(on: target, completion: telling(delegate, of: .storesOfAnyClass))
    }

    /// Empties every store; the delegate is held weakly and told how it came out, once.
    @discardableResult
    public nonisolated func removeAllStored(
        on target: CallbackTarget = .anywhere,
        informing delegate: some RemovalDelegate
    ) -> CallHandle {
        removeAllStored(on: target, completion: telling(delegate, of: .everything))
    }

    private nonisolated func telling(
        _ delegate: some RemovalDelegate,
        of subject: RemovalNotice.Subject
    ) -> @Sendable (CallOutcome<Void>) -> Void {
        let delegate = WeakDelegate(delegate)
        return { outcome in delegate.tell { $0.removalEnded(RemovalNotice(subject: subject, outcome: outcome)) } }
    }
}
