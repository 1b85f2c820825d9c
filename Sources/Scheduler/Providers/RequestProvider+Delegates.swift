/// Calls of one request type that are told of to a delegate; otherwise as the coordinator's.
extension RequestProvider {
    /// The response to a request, told to a delegate.
    @discardableResult
    public func response(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        coordinator.response(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            policy: policy,
            on: target,
            informing: delegate
        )
    }

    /// The response of the network and what is stored for a request of any type, both told to a delegate.
    @discardableResult
    public func response<Other: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        linkingStored other: Other,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        coordinator.response(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            linkingStored: other,
            link: link,
            maximumAge: maximumAge,
            on: target,
            informing: delegate
        )
    }

    /// What is stored for a request, told to a delegate.
    @discardableResult
    public func storedResponse(
        for request: R,
        maximumAge: Duration? = nil,
        valuesOnly: Bool = false,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RequestDelegate
    ) -> CallHandle {
        coordinator.storedResponse(
            for: request,
            maximumAge: maximumAge,
            valuesOnly: valuesOnly,
            on: target,
            informing: delegate
        )
    }

    /// What is stored for a request, then what the network says, told to a delegate.
    @discardableResult
    public func responses(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false,
        on target: CallbackTarget = .anywhere,
        informing delegate: some ResponseStreamDelegate
    ) -> CallHandle {
        coordinator.responses(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            link: link,
            maximumAge: maximumAge,
            includingProgress: includingProgress,
            on: target,
            informing: delegate
        )
    }

    /// Removes what is stored for a request; the delegate is told how it came out.
    @discardableResult
    public func removeStored(
        for request: R,
        on target: CallbackTarget = .anywhere,
        informing delegate: some RemovalDelegate
    ) -> CallHandle {
        coordinator.removeStored(for: request, on: target, informing: delegate)
    }
}
