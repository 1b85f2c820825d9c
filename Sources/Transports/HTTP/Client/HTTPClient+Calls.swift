public import RequestScheduler

extension HTTPClient {
    /// The response to a resource.
    ///
    /// Cancelling the calling task ends this call at once, and the flight with its last caller.
    ///
    /// - Parameters:
    ///   - resource: What to ask for.
    ///   - key: A name to match the call by instead of the resource.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - policy: Where to look, and in which order; as the options' ``HTTPOptions/storing`` has it, by default.
    /// - Throws: ``HTTPError`` or ``TypedHTTPError`` for a status that is not accepted; ``HTTPDecodingError`` or
    ///   ``ModelError`` for an answer that cannot be read; ``HTTPTransportError`` where there is none;
    ///   ``DataSourceError``; `RequestError` for a decision of the coordinator; `CancellationError` if the calling task was
    ///   cancelled.
    @concurrent
    public func response<Response>(
        for resource: Resource<Response>,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy? = nil
    ) async throws -> Response {
        let prepared = prepared(resource)
        return try await coordinator.response(
            for: prepared,
            key: key,
            duplicates: duplicates,
            policy: policy ?? prepared.policy
        )
    }

    /// How a call of a resource ended, instead of throwing; otherwise as ``response(for:key:duplicates:policy:)``.
    @concurrent
    public func outcome<Response>(
        of resource: Resource<Response>,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy? = nil
    ) async -> HTTPOutcome<Response> {
        do {
            let response = try await response(for: resource, key: key, duplicates: duplicates, policy: policy)
            return .value(response)
        } catch {
            return HTTPOutcome(CallOutcome(.failure(error)))
        }
    }

    /// What is stored for a resource, where its options have it stored, then what the network says.
    ///
    /// Both begin at the first `next()`; the sequence is iterated once, and leaving the loop ends this call's interest. It
    /// throws what ``response(for:key:duplicates:policy:)`` throws, after a stored value that can still come.
    ///
    /// - Parameters:
    ///   - resource: What to ask for, as the options are when this is called.
    ///   - key: A name to match the call by instead of the resource.
    ///   - duplicates: What to do about equal calls in flight.
    ///   - link: What the network's outcome means for the stored value, if it comes first.
    ///   - includingProgress: Whether there are elements that tell how much is sent and received.
    public func responses<Response>(
        to resource: Resource<Response>,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        link: StoreLink = .dependSuccessResult,
        includingProgress: Bool = false
    ) -> ResponseSequence<Resource<Response>> {
        let prepared = prepared(resource)
        return coordinator.responses(
            for: prepared,
            key: key,
            duplicates: duplicates,
            link: link,
            maximumAge: prepared.options.storing?.maximumAge,
            includingProgress: includingProgress
        )
    }

    /// Makes a call of a resource and tells its outcome to a completion, once and never inside this method; otherwise as
    /// ``response(for:key:duplicates:policy:)``.
    ///
    /// The completion runs on `target`. The call does not keep the client alive: when the coordinator is released it is
    /// called off.
    ///
    /// - Returns: What calls the call off. Dropping it does not.
    @discardableResult
    public func request<Response>(
        _ resource: Resource<Response>,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        policy: FetchPolicy? = nil,
        on target: CallbackTarget = .anywhere,
        completion: @escaping @Sendable (HTTPOutcome<Response>) -> Void
    ) -> CallHandle {
        let prepared = prepared(resource)
        return coordinator.response(
            for: prepared,
            key: key,
            duplicates: duplicates,
            policy: policy ?? prepared.policy,
            on: target
        ) { completion(HTTPOutcome($0)) }
    }
}

// MARK: - In flight

extension HTTPClient {
    /// Whether a call is in flight that is equal to the one this resource would make now.
    ///
    /// A call that was made before the source or the options were changed is another one.
    @concurrent
    public func contains<Response>(_ resource: Resource<Response>) async -> Bool {
        await coordinator.contains(prepared(resource))
    }

    /// Ends every call that is equal to the one this resource would make now.
    ///
    /// - Returns: How many callers it ended.
    @concurrent
    @discardableResult
    public func cancel<Response>(_ resource: Resource<Response>) async -> Int {
        await coordinator.cancel(prepared(resource))
    }

    /// Ends every call of the coordinator, those of others who call by it included.
    ///
    /// - Returns: How many callers it ended.
    @concurrent
    @discardableResult
    public func cancelAll() async -> Int {
        await coordinator.cancelAll()
    }

    /// Removes what is stored for a resource: the entry that a call made now would look for.
    ///
    /// All of a class, or everything, is removed by the ``coordinator``.
    ///
    /// - Throws: `RequestError` with the reason `noStore` where its options have nothing stored or no store takes it,
    ///   `storeFailed` where the store failed.
    @concurrent
    public func removeStored<Response>(for resource: Resource<Response>) async throws {
        try await coordinator.removeStored(for: prepared(resource))
    }
}

extension Resource {
    /// Where its options have it looked for, and in which order.
    public var policy: FetchPolicy { options.storing?.policy ?? .networkOnly }
}
