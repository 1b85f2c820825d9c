extension RequestCall {
    /// Starts the call, once more if it has ended, and has the outcome told to a delegate.
    ///
    /// Otherwise as ``start(on:completion:)``.
    ///
    /// - Parameters:
    ///   - target: Where the delegate is called.
    ///   - delegate: Held weakly from now on; told the outcome of this run exactly once, never inside this method.
    /// - Returns: Whether this began a run.
    @discardableResult
    public func start(on target: CallbackTarget = .anywhere, informing delegate: some RequestDelegate) -> Bool {
        let delegate = WeakDelegate(delegate)
        let isStoreOnly = policy.plan == .storeOnly
        return start(on: target) { [request, key] outcome in
            delegate.tell { $0.callEnded(CallNotice(request, key, outcome, storeOnly: isStoreOnly)) }
        }
    }
}
