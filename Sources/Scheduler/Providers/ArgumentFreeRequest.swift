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

    /// The response of the network, with a stored read of any request that is linked to this call.
    public func response<Other: Request>(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        linking read: StoredRead<Other>
    ) async throws -> R.Response {
        try await response(for: R(), key: key, duplicates: duplicates, linking: read)
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

    /// A call of the request to be started later.
    public func call(
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly
    ) -> RequestCall<R> {
        call(for: R(), key: key, duplicates: duplicates, policy: policy)
    }

    /// Removes what is stored for the request.
    public func removeStored() async throws {
        try await removeStored(for: R())
    }
}
