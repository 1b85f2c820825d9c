/// Calls of a request without arguments that are told of by a completion.
extension RequestProvider where R: ArgumentFreeRequest {
    /// The response to the request, told to a completion.
    @discardableResult
    public func response(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> CallHandle {
        response(for: R(), key: key, duplicates: duplicates, policy: policy, on: target, completion: completion)
    }

    /// The response of the network and what is stored for a request of any type, each told to a completion of its own.
    @discardableResult
    public func response<Other: Request>(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        linkingStored other: Other,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        stored: @escaping @Sendable (CallOutcome<Stored<Other.Response>>) -> Void,
        fetched: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> CallHandle {
        response(
            for: R(),
            key: key,
            duplicates: duplicates,
            linkingStored: other,
            link: link,
            maximumAge: maximumAge,
            on: target,
            stored: stored,
            fetched: fetched
        )
    }

    /// What is stored for the request, told to a completion.
    @discardableResult
    public func storedResponse(
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Stored<R.Response>>) -> Void
    ) -> CallHandle {
        storedResponse(
            for: R(),
            maximumAge: maximumAge,
            on: target,
            completion: completion
        )
    }

    /// What is stored for the request, told only if there is something.
    @discardableResult
    public func ifStored(
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        perform handle: @escaping @Sendable (Stored<R.Response>) -> Void
    ) -> CallHandle {
        ifStored(
            R(),
            maximumAge: maximumAge,
            on: target,
            perform: handle
        )
    }

    /// What is stored for the request, then what the network says, told to closures.
    @discardableResult
    public func responses(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false,
        on target: CallbackTarget = .anywhere,
        element: @escaping @Sendable (ResponseElement<R.Response>) -> Void,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        responses(
            for: R(),
            key: key,
            duplicates: duplicates,
            link: link,
            maximumAge: maximumAge,
            includingProgress: includingProgress,
            on: target,
            element: element,
            completion: completion
        )
    }

    /// Removes what is stored for the request, told to a completion.
    @discardableResult
    public func removeStored(
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        removeStored(
            for: R(),
            on: target,
            completion: completion
        )
    }
}
