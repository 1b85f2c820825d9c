extension RequestCoordinator {
    // MARK: Asking

    /// Whether a call of an equal request is in flight, under whatever key.
    @concurrent
    public nonisolated func contains<R: Request & Hashable>(_ request: R) async -> Bool {
        guard let selector = selector(for: request) else { return false }
        return await holds(selector)
    }

    /// Whether a call of a request of this type is in flight.
    @concurrent
    public nonisolated func contains<R: Request>(type: R.Type) async -> Bool {
        await holds(.type(ObjectIdentifier(type)))
    }

    /// Whether a call is in flight under this key.
    @concurrent
    public nonisolated func contains(key: RequestKey) async -> Bool {
        await holds(.key(key))
    }

    /// Whether a call is in flight under any key of this type.
    @concurrent
    public nonisolated func contains<Key: Hashable & Sendable>(keyType: Key.Type) async -> Bool {
        await holds(.keyType(ObjectIdentifier(keyType)))
    }

    /// What is in flight now, in no particular order.
    @concurrent
    public nonisolated func snapshot() async -> [FlightSnapshot] {
        await entries().map { FlightSnapshot($0.id, $0.entry) }
    }

    // MARK: Cancelling

    /// Ends every call of an equal request, under whatever key.
    ///
    /// When this returns, the calls are out of flight, their callers end with ``RequestError/Reason/cancelled``, nothing of
    /// them is stored unless a store had already claimed the write, and an equal new call starts afresh.
    ///
    /// - Returns: How many callers it ended. One whose flight had ended before is not among them.
    @concurrent
    @discardableResult
    public nonisolated func cancel<R: Request & Hashable>(_ request: R) async -> Int {
        guard let selector = selector(for: request) else { return 0 }
        return await cancel(selector)
    }

    /// Ends every call of a request of this type; otherwise as ``cancel(_:)``.
    @concurrent
    @discardableResult
    public nonisolated func cancel<R: Request>(type: R.Type) async -> Int {
        await cancel(.type(ObjectIdentifier(type)))
    }

    /// Ends every call under this key, whatever its request; otherwise as ``cancel(_:)``.
    @concurrent
    @discardableResult
    public nonisolated func cancel(key: RequestKey) async -> Int {
        await cancel(.key(key))
    }

    /// Ends every call under any key of this type; otherwise as ``cancel(_:)``.
    @concurrent
    @discardableResult
    public nonisolated func cancel<Key: Hashable & Sendable>(keyType: Key.Type) async -> Int {
        await cancel(.keyType(ObjectIdentifier(keyType)))
    }

    /// Ends every call; otherwise as ``cancel(_:)``.
    ///
    /// The coordinator goes on taking new ones.
    @concurrent
    @discardableResult
    public nonisolated func cancelAll() async -> Int {
        await cancel(.everything)
    }

    private nonisolated func cancel(_ selector: Table.Selector) async -> Int {
        let settlements = await take(selector)
        await settlements.resume()
        return settlements.reduce(0) { $0 + $1.callers }
    }

    private nonisolated func selector<R: Request>(for request: R) -> Table.Selector? {
        FlightIdentity(
            of: RequestFlight(CallSubject(request, key: nil), environment: environment, finishesUnattended: false)
        ).map { .identity($0) }
    }
}
