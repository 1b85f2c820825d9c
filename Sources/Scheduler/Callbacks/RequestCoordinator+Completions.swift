/// Calls that are told of by a completion.
///
/// Each may be made from any thread, also where nothing can be awaited. It returns at once; its completion runs exactly once,
/// on the target, never before the method has returned, also where the outcome is known at once. It does not keep the
/// coordinator alive: when that is released, the call ends with ``RequestError/Reason/released``. Calls made one after the
/// other take their turns in any order.
extension RequestCoordinator {
    /// The response to a request, told to a completion; otherwise as ``response(for:key:duplicates:policy:)``.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - policy: Where to look, and in which order.
    ///   - target: Where the completion runs.
    ///   - completion: Told the outcome, once. It is released when the call has ended.
    /// - Returns: What calls the call off. Dropping it does not.
    @discardableResult
    public nonisolated func response<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy = .networkOnly,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> CallHandle {
        let path = weakPath
        return path.callBack(on: target, completion) {
            try await path.find(request, key: key, duplicates: duplicates, policy: policy).value
        }
    }

    /// The response of the network and what is stored for the same request or another one, each told to a completion of its
    /// own.
    ///
    /// The stored read is linked to the network call: see ``StoreLink``. In its dependent modes `stored` runs before
    /// `fetched` gets a value. The handle calls both off; ``cancel(_:)`` ends the network call, and the read as its link says.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - other: What to look for in the stores.
    ///   - link: What the stored read gives if the network lands first.
    ///   - maximumAge: A stored value this old, or older, is not wanted; `nil` wants every one.
    ///   - target: Where the completions run.
    ///   - stored: Told the outcome of the stored read, once.
    ///   - fetched: Told the outcome of the network call, once.
    @discardableResult
    public nonisolated func response<R: Request, Other: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        linkingStored other: Other,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        stored: @escaping @Sendable (CallOutcome<Stored<Other.Response>>) -> Void,
        fetched: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> CallHandle {
        let path = weakPath
        return path.callBack(
            on: target,
            fetching: request,
            key: key,
            duplicates: duplicates,
            linking: StoredRead(other, link: link, maximumAge: maximumAge, path: path),
            stored: stored,
            fetched: fetched
        )
    }

    /// What is stored for a request, told to a completion; otherwise as ``storedResponse(for:maximumAge:)``.
    @discardableResult
    public nonisolated func storedResponse<R: Request>(
        for request: R,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (CallOutcome<Stored<R.Response>>) -> Void
    ) -> CallHandle {
        let path = weakPath
        return path.callBack(on: target, completion) {
            try await path.readStored(request, key: nil, duplicates: .allow, maximumAge: maximumAge)
        }
    }

    /// What is stored for a request, told only if there is something: else, for whatever reason, nothing is called.
    @discardableResult
    public nonisolated func ifStored<R: Request>(
        _ request: R,
        maximumAge: Duration? = nil,
        on target: CallbackTarget = .anywhere,
        perform handle: @escaping @Sendable (Stored<R.Response>) -> Void
    ) -> CallHandle {
        let path = weakPath
        return CallHandle(
            path.environment.spawn(priority: Task.currentPriority.rawValue) {
                let outcome = await CallOutcome {
                    try await path.readStored(request, key: nil, duplicates: .allow, maximumAge: maximumAge)
                }
                if let stored = outcome.value { target.deliver { handle(stored) } }
            }
        )
    }

    /// What is stored for a request, then what the network says, told to closures; otherwise as
    /// ``responses(for:key:duplicates:link:maximumAge:includingProgress:)``.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - link: What the stored read gives if the network lands first.
    ///   - maximumAge: A stored value this old, or older, is not wanted; `nil` wants every one.
    ///   - includingProgress: Whether there are elements for progress.
    ///   - target: Where the closures run.
    ///   - element: Told each element, one after the other; while it runs nothing more is looked for. Nothing more is told once
    ///     the call was called off.
    ///   - completion: Told the end, once, after the last element.
    @discardableResult
    public nonisolated func responses<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false,
        on target: CallbackTarget = .anywhere,
        element: @escaping @Sendable (ResponseElement<R.Response>) -> Void,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        let call = ResponseStream<R>.Call(
            request: request,
            key: key,
            duplicates: duplicates,
            link: link,
            maximumAge: maximumAge,
            wantsProgress: includingProgress
        )
        return weakPath.callBack(on: target, iterating: call, element: element, completion: completion)
    }
}
