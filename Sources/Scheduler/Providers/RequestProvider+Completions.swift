/// Calls of one request type that are told of by a completion; otherwise as the coordinator's.
extension RequestProvider {
    /// The response to a request, told to a completion; see
    /// ``RequestCoordinator/response(for:key:duplicates:policy:on:completion:)``.
    @discardableResult
    public func response(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> CallHandle {
        coordinator.response(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            policy: policy,
            on: target,
            completion: completion
        )
    }

    /// The response of the network and what is stored for a request of any type, each told to a completion of its own.
    @discardableResult
    public func response<Other: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        linkingStored other: Other,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        stored: @escaping @Sendable (CallOutcome<Stored<Other.Response>>) -> Void,
        fetched: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> CallHandle {
        coordinator.response(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            linkingStored: other,
            link: link,
            maximumAge: maximumAge,
            on: target,
            stored: stored,
            fetched: fetched
        )
    }

    /// What is stored for a request, told to a completion.
    @discardableResult
    public func storedResponse(
        for request: R,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Stored<R.Response>>) -> Void
    ) -> CallHandle {
        coordinator.storedResponse(for: request, maximumAge: maximumAge, on: target, completion: completion)
    }

    /// What is stored for a request, told only if there is something.
    @discardableResult
    public func ifStored(
        _ request: R,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        perform handle: @escaping @Sendable (Stored<R.Response>) -> Void
    ) -> CallHandle {
        coordinator.ifStored(request, maximumAge: maximumAge, on: target, perform: handle)
    }

    /// What is stored for a request, then what the network says, told to closures; see
    /// ``RequestCoordinator/responses(for:key:duplicates:link:maximumAge:includingProgress:on:element:completion:)``.
    @discardableResult
    public func responses(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false,
        on target: CallbackTarget = .anywhere,
        element: @escaping @Sendable (ResponseElement<R.Response>) -> Void,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        coordinator.responses(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            link: link,
            maximumAge: maximumAge,
            includingProgress: includingProgress,
            on: target,
            element: element,
            completion: completion
        )
    }

    /// Removes what is stored for a request, told to a completion.
    @discardableResult
    public func removeStored(
        for request: R,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        coordinator.removeStored(for: request, on: target, completion: completion)
    }
}
