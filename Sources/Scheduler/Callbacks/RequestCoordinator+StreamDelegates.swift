extension RequestCoordinator {
    /// What is stored for a request, then what the network says, told to a delegate.
    ///
    /// Otherwise as ``responses(for:key:duplicates:link:maximumAge:includingProgress:on:element:completion:)``.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - link: What the stored read gives if the network lands first.
    ///   - maximumAge: A stored value this old, or older, is not wanted; `nil` wants every one.
    ///   - includingProgress: Whether the delegate is told of progress.
    ///   - target: Where the delegate is called.
    ///   - delegate: Held weakly from now on.
    /// - Returns: What calls the call off. Dropping it does not.
    @discardableResult
    public nonisolated func responses<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false,
        on target: CallbackTarget = .anywhere,
        informing delegate: some ResponseStreamDelegate
    ) -> CallHandle {
        let delegate = WeakDelegate(delegate)
        return responses(
            for: request,
            key: key,
            duplicates: duplicates,
            link: link,
            maximumAge: maximumAge,
            includingProgress: includingProgress,
            on: target,
            element: { element in delegate.tell { $0.elementArrived(ElementNotice(request, key, element)) } },
            completion: { outcome in
                delegate.tell { $0.streamEnded(StreamEndNotice(request: request, key: key, outcome: outcome)) }
            }
        )
    }
}
