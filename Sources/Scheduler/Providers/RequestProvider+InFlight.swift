extension RequestProvider {
    // MARK: Asking

    /// Whether a call of this type is in flight.
    public func contains() async -> Bool {
        await coordinator.contains(type: R.self)
    }

    /// Whether a call of an equal request is in flight.
    public func contains(_ request: R) async -> Bool where R: Hashable {
        await coordinator.contains(request)
    }

    /// Whether a call of this type is in flight under this key.
    public func contains(key: RequestKey) async -> Bool {
        await contains(where: .key(key))
    }

    /// Whether a call of this type that the selector means is in flight.
    public func contains(where selector: FlightSelector) async -> Bool {
        await coordinator.contains(where: scoped(selector))
    }

    /// What is in flight of this type.
    public func snapshot(where selector: FlightSelector = .everything) async -> [FlightSnapshot] {
        await coordinator.snapshot(where: scoped(selector))
    }

    // MARK: Cancelling

    /// Ends every call of an equal request; see ``RequestCoordinator/cancel(_:)``.
    @discardableResult
    public func cancel(_ request: R) async -> Int where R: Hashable {
        await coordinator.cancel(request)
    }

    /// Ends every call of this type under this key; a call of another type under it goes on.
    @discardableResult
    public func cancel(key: RequestKey) async -> Int {
        await cancel(where: .key(key))
    }

    /// Ends every call of this type that the selector means.
    @discardableResult
    public func cancel(where selector: FlightSelector) async -> Int {
        await coordinator.cancel(where: scoped(selector))
    }

    /// Ends every call of this type.
    @discardableResult
    public func cancelAll() async -> Int {
        await coordinator.cancel(type: R.self)
    }

    private func scoped(_ selector: FlightSelector) -> FlightSelector { .type(R.self) && selector }
}
