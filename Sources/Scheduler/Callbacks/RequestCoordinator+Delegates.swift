/// Calls that are told of to a delegate; otherwise as those with a completion.
extension RequestCoordinator {
    /// The response to a request, told to a delegate.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - policy: Where to look, and in which order.
    ///   - target: Where the delegate is called.
    ///   - delegate: Held weakly from now on.
    @discardableResult
    public nonisolated func response<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy = .networkOnly,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        let path = weakPath
        let delegate = WeakDelegate(delegate)
        let isStoreOnly = policy.plan == .storeOnly
        return path.callBack(
            on: target,
            { outcome in delegate.tell { $0.callEnded(CallNotice(request, key, outcome, storeOnly: isStoreOnly)) } },
            after: { try await path.find(request, key: key, duplicates: duplicates, policy: policy) }
        )
    }

    /// The response of the network and what is stored for the same request or another one, both told to a delegate.
    ///
    /// Otherwise as
    /// ``response(for:key:duplicates:linkingStored:link:maximumAge:on:stored:fetched:)``; ``CallNotice/isFromStorage`` tells
    /// the two apart.
    @discardableResult
    public nonisolated func response<R: Request, Other: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        linkingStored other: Other,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        let delegate = WeakDelegate(delegate)
        return response(
            for: request,
            key: key,
            duplicates: duplicates,
            linkingStored: other,
            link: link,
            maximumAge: maximumAge,
            on: target,
            stored: { outcome in
                delegate.tell { $0.callEnded(CallNotice(other, nil, outcome.map { .stored($0) }, storeOnly: true)) }
            },
            fetched: { outcome in
                delegate.tell { $0.callEnded(CallNotice(request, key, outcome.map { .fetched($0) }, storeOnly: false)) }
            }
        )
    }

    /// What is stored for a request, told to a delegate.
    ///
    /// Where `valuesOnly` is true, nothing is told where there is no value.
    @discardableResult
    public nonisolated func storedResponse<R: Request>(
        for request: R,
        maximumAge: Duration? = nil,
        valuesOnly: Bool = false,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        let delegate = WeakDelegate(delegate)
        let tell: @Sendable (CallOutcome<Stored<R.Response>>) -> Void = { outcome in
            delegate.tell { $0.callEnded(CallNotice(request, nil, outcome.map { .stored($0) }, storeOnly: true)) }
        }
        guard valuesOnly else {
            return storedResponse(for: request, maximumAge: maximumAge, on: target, completion: tell)
        }
        return ifStored(request, maximumAge: maximumAge, on: target) { tell(.value($0)) }
    }
}
