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
        try await path.remove(.entry(request.storage?.storing))
    }

    /// Removes everything of a class from every store that may hold it, and nothing else; otherwise as
    /// ``removeStored(for:)``.
    @concurrent
    public nonisolated func removeStored(of dataClass: DataClass) async throws {
        try await path.remove(.dataClass(dataClass))
    }

    /// Empties the stores that take any class; otherwise as ``removeStored(for:)``.
    @concurrent
    public nonisolated func removeStoredOfAnyClassStores() async throws {
        try await path.remove(.storesOfAnyClass)
    }

    /// Empties every store; otherwise as ``removeStored(for:)``.
    @concurrent
    public nonisolated func removeAllStored() async throws {
        try await path.remove(.everything)
    }
}
