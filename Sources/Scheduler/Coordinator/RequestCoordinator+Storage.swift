extension RequestCoordinator {
    /// Removes what is stored for a request, in every store that may hold it.
    ///
    /// What flights dispatched before now have still to write does not come back. Cancelling the calling task ends the wait,
    /// not the removal.
    ///
    /// - Throws: ``RequestError`` with the reason `noStore` if no store takes the request or it is not stored,
    ///   `storeFailed` with the first store's error if one failed; the others have been tried.
    @concurrent
    public nonisolated func removeStored<R: Request>(for request: R) async throws {
        guard let plan = request.storage?.storing else { throw RequestError(.noStore) }
        let stores = environment.stores(holding: plan)
        guard !stores.isEmpty else { throw RequestError(.noStore) }
        try await remove(from: stores) { try await $0.remove(plan.key, at: $1) }
    }

    /// Removes everything of a class from every store that may hold it, and nothing else; otherwise as
    /// ``removeStored(for:)``.
    @concurrent
    public nonisolated func removeStored(of dataClass: DataClass) async throws {
        let stores = environment.stores.filter { $0.takes(dataClass) }
        try await remove(from: stores) { try await $0.removeAll(of: dataClass, at: $1) }
    }

    /// Empties the stores that take any class; otherwise as ``removeStored(for:)``.
    @concurrent
    public nonisolated func removeStoredOfAnyClassStores() async throws {
        let stores = environment.stores.filter { $0.dataClasses == nil }
        try await remove(from: stores) { try await $0.removeAll(at: $1) }
    }

    /// Empties every store; otherwise as ``removeStored(for:)``.
    @concurrent
    public nonisolated func removeAllStored() async throws {
        try await remove(from: environment.stores) { try await $0.removeAll(at: $1) }
    }

    private nonisolated func remove(
        from stores: [any Store],
        by remove: @escaping @Sendable (any Store, FencePoint) async throws -> Void
    ) async throws {
        try Task.checkCancellation()
        if await isShutDown { throw RequestError(.shutDown) }
        let point = FencePoint.next()
        let removals = stores.map { store in
            let removal = Completion<Void>()
            environment.spawn(priority: Task.currentPriority.rawValue) { [environment] in
                do {
                    try await remove(store, point)
                    removal.end(with: .success(()))
                } catch {
                    environment.events.send(
                        .storeFailed(.init(operation: .remove, requestType: nil, error: error))
                    )
                    removal.end(with: .failure(RequestError(.storeFailed, underlyingError: error)))
                }
            }
            return removal
        }
        var failure: (any Error)?
        for removal in removals {
            do { try await removal.value() } catch let error as RequestError { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
