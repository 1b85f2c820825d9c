/// A request that takes no arguments, so that a ``RequestProvider`` of its type can make it.
public protocol ArgumentFreeRequest: Request {
    /// The request.
    init()
}

extension RequestProvider where R: ArgumentFreeRequest {
    /// The response to the request; otherwise as ``response(for:key:duplicates:policy:)``.
    public func response(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly
    ) async throws -> R.Response {
        try await response(for: R(), key: key, duplicates: duplicates, policy: policy)
    }

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

    /// What is stored for the request, then what the network says.
    public func responses(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false
    ) -> ResponseSequence<R> {
        responses(
            for: R(),
            key: key,
            duplicates: duplicates,
            link: link,
            maximumAge: maximumAge,
            includingProgress: includingProgress
        )
    }

    /// What is stored for the request.
    public func storedResponse(maximumAge: Duration? = nil) async throws -> Stored<R.Response> {
        try await storedResponse(for: R(), maximumAge: maximumAge)
    }

    /// A stored read of the request, to be linked to a network call.
    public func storedRead(
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil
    ) -> StoredRead<R> {
        storedRead(of: R(), link: link, maximumAge: maximumAge)
    }

    /// Removes what is stored for the request.
    public func removeStored() async throws {
        try await removeStored(for: R())
    }
}
