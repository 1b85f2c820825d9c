/// A coordinator as seen by one request type: what it performs, finds, cancels and removes is of this type alone.
///
/// ```swift
/// let users = coordinator.provider(for: GetUser.self)
/// let user = try await users.response(for: GetUser(id: 7))
/// await users.cancelAll()
/// ```
///
/// A value to be handed on; it keeps the coordinator alive as any other reference does.
public struct RequestProvider<R: Request>: RequestProviding {
    let coordinator: RequestCoordinator

    /// What a call that does not say otherwise does about equal calls in flight; ``DuplicatePolicy/allow`` at first.
    public var duplicates = DuplicatePolicy.allow

    /// The provider of a coordinator.
    public init(_ coordinator: RequestCoordinator) {
        self.coordinator = coordinator
    }
}

// MARK: - Performing

extension RequestProvider {
    /// The response to a request; see ``RequestCoordinator/response(for:key:duplicates:policy:)``.
    public func response(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly
    ) async throws -> R.Response {
        try await coordinator.response(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            policy: policy
        )
    }

    /// The response of the network, with a stored read of any request that is linked to this call.
    public func response<Other: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        linking read: StoredRead<Other>
    ) async throws -> R.Response {
        try await coordinator.response(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            linking: read
        )
    }

    /// What is stored for a request, then what the network says; see ``ResponseSequence``.
    public func responses(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false
    ) -> ResponseSequence<R> {
        coordinator.responses(
            for: request,
            key: key,
            duplicates: duplicates ?? self.duplicates,
            link: link,
            maximumAge: maximumAge,
            includingProgress: includingProgress
        )
    }

    /// What is stored for a request; see ``RequestCoordinator/storedResponse(for:maximumAge:)``.
    public func storedResponse(for request: R, maximumAge: Duration? = nil) async throws -> Stored<R.Response> {
        try await coordinator.storedResponse(for: request, maximumAge: maximumAge)
    }

    /// A stored read of a request, to be linked to a network call; see ``StoredRead``.
    public func storedRead(
        of request: R,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil
    ) -> StoredRead<R> {
        coordinator.storedRead(of: request, link: link, maximumAge: maximumAge)
    }

    /// A call to be started later; see ``RequestCall``.
    public func call(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy? = nil,
        policy: FetchPolicy = .networkOnly
    ) -> RequestCall<R> {
        coordinator.call(for: request, key: key, duplicates: duplicates ?? self.duplicates, policy: policy)
    }

    /// Removes what is stored for a request; see ``RequestCoordinator/removeStored(for:)``.
    public func removeStored(for request: R) async throws {
        try await coordinator.removeStored(for: request)
    }
}
