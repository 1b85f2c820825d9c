extension RequestCoordinator {
    /// The response to a request.
    ///
    /// The transport is started, the answer decoded and stored off the caller's actor. Equal calls that join share one
    /// flight and its outcome; each keeps its own cancellation.
    ///
    /// Cancelling the calling task ends this call at once, whatever the transport or a store is doing, and no other call.
    /// The flight is cancelled with its last caller unless ``Request/abandonment`` says otherwise.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - policy: Where to look, and in which order.
    /// - Returns: The response; where the request is stored, storing has been tried before it is returned.
    /// - Throws: `CancellationError` if the calling task was cancelled; ``RequestError`` for a decision of the scheduler;
    ///   whatever the transport or the decoder threw.
    @concurrent
    public nonisolated func response<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy = .networkOnly
    ) async throws -> R.Response {
        if case .networkOnly = policy.plan {
            return try await path.fetch(request, key: key, duplicates: duplicates)
        }
        return try await path.response(for: request, key: key, duplicates: duplicates, policy: policy)
    }

    /// The response of the network to a request, with a stored read that is linked to this call.
    ///
    /// The read begins with this call; ``StoredRead/value`` gives what it finds, as its ``StoreLink`` has it.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - read: A stored read of any request, made by ``storedRead(of:link:maximumAge:)`` of this coordinator. It binds once.
    /// - Returns: The response, as ``response(for:key:duplicates:policy:)`` does.
    /// - Throws: As there, and ``RequestError/Reason/alreadyLinked`` if the read was passed to a call before, or
    ///   ``RequestError/Reason/foreignStoredRead`` if another coordinator made it.
    @concurrent
    public nonisolated func response<R: Request, Other: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        linking read: StoredRead<Other>
    ) async throws -> R.Response {
        try await path.fetch(request, key: key, duplicates: duplicates, linking: read)
    }

    /// What is stored for a request, whatever the network would say.
    ///
    /// Cancelling the calling task ends the call at once, also while a store hangs.
    ///
    /// - Parameters:
    ///   - request: What to look for.
    ///   - maximumAge: An entry this old, or older, is not wanted; `nil` wants every one.
    /// - Returns: The value and the time it was saved.
    /// - Throws: ``RequestError`` with the reason `notStored`, `noStore`, `storeFailed`, `undecodable`, or why the call was
    ///   ended; `CancellationError` if the calling task was cancelled.
    @concurrent
    public nonisolated func storedResponse<R: Request>(
        for request: R,
        maximumAge: Duration? = nil
    ) async throws -> Stored<R.Response> {
        try await path.readStored(request, key: nil, duplicates: .allow, maximumAge: maximumAge)
    }

    /// A stored read that begins with a network call it is passed to.
    ///
    /// - Parameters:
    ///   - request: What to look for; of any type, not only that of the network call.
    ///   - link: What the read gives if the network call lands first.
    ///   - maximumAge: An entry this old, or older, is not wanted; `nil` wants every one.
    /// - Returns: The read, to be passed to ``response(for:key:duplicates:linking:)`` once.
    public nonisolated func storedRead<R: Request>(
        of request: R,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil
    ) -> StoredRead<R> {
        StoredRead(request, link: link, maximumAge: maximumAge, path: path)
    }
}
