/// Calls of a request without arguments that are told of to a delegate.
extension RequestProvider where R: ArgumentFreeRequest {
    /// The response to the request, told to a delegate.
    @discardableResult
    public func response(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        response(
            for: R(),
            key: key,
            duplicates: duplicates,
            policy: policy,
            on: target,
            informing: delegate
        )
    }

    /// The response of the network and what is stored for a request of any type, both told to a delegate.
    @discardableResult
    public func response<Other: Request>(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        linkingStored other: Other,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        response(
            for: R(),
            key: key,
            duplicates: duplicates,
            linkingStored: other,
            link: link,
            maximumAge: maximumAge,
            on: target,
            informing: delegate
        )
    }

    /// What is stored for the request, told to a delegate.
    @discardableResult
    public func storedResponse(
        maximumAge: Duration? = nil,
        valuesOnly: Bool = false,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        storedResponse(
            for: R(),
            maximumAge: maximumAge,
            valuesOnly: valuesOnly,
            on: target,
            informing: delegate
        )
    }

    /// What is stored for the request, then what the network says, told to a delegate.
    @discardableResult
    public func responses(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false,
        on target: CallbackTarget = .anywhere,
        informing delegate: some ResponseStreamDelegate
    ) -> CallHandle {
        responses(
            for: R(),
            key: key,
            duplicates: duplicates,
            link: link,
            maximumAge: maximumAge,
            includingProgress: includingProgress,
            on: target,
            informing: delegate
        )
    }

    /// Removes what is stored for the request; the delegate is told how it came out.
    @discardableResult
    public func removeStored(
        on target: CallbackTarget = .anywhere,
        informing delegate: some RemovalDelegate
    ) -> CallHandle {
        removeStored(
            for: R(),
            on: target,
            informing: delegate
        )
    }
}
