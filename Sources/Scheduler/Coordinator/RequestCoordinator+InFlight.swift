extension RequestCoordinator {
    // MARK: Asking

    /// Whether something that the selector means is in flight.
    @concurrent
    public nonisolated func contains(where selector: FlightSelector) async -> Bool {
        await holds(selector.resolved(in: environment))
    }

    /// Whether a call of an equal request is in flight, under whatever key.
    @concurrent
    public nonisolated func contains<R: Request & Hashable>(_ request: R) async -> Bool {
        await contains(where: .request(request))
    }

    /// Whether a call of a request of this type is in flight.
    @concurrent
    public nonisolated func contains<R: Request>(type: R.Type) async -> Bool {
        await contains(where: .type(type))
    }

    /// Whether a call is in flight under this key.
    @concurrent
    public nonisolated func contains(key: RequestKey) async -> Bool {
        await contains(where: .key(key))
    }

    /// Whether a call is in flight under any key of this type.
    @concurrent
    public nonisolated func contains<Key: Hashable & Sendable>(keyType: Key.Type) async -> Bool {
        await contains(where: .keyType(keyType))
    }

    /// What is in flight now, in no particular order.
    @concurrent
    public nonisolated func snapshot() async -> [FlightSnapshot] {
        await entries().map { FlightSnapshot($0.id, $0.entry) }
    }

    /// What the selector means of what is in flight now, in no particular order.
    ///
    /// A stored read is among it once the network call it is linked to is over.
    @concurrent
    public nonisolated func snapshot(where selector: FlightSelector) async -> [FlightSnapshot] {
        await entries(matching: selector.resolved(in: environment)).map { FlightSnapshot($0.id, $0.entry) }
    }

    // MARK: Cancelling

    /// Ends everything that the selector means; otherwise as ``cancel(_:)``.
    @concurrent
    @discardableResult
    public nonisolated func cancel(where selector: FlightSelector) async -> Int {
        let settlements = await take(selector.resolved(in: environment))
        await settlements.resume()
        return settlements.reduce(0) { $0 + $1.callers }
    }

    /// Ends every call of an equal request, under whatever key.
    ///
    /// When this returns, the calls are out of flight, their callers end with ``RequestError/Reason/cancelled``, nothing of
    /// them is stored unless a store had already claimed the write, and an equal new call starts afresh.
    ///
    /// - Returns: How many callers it ended. One whose flight had ended before is not among them.
    @concurrent
    @discardableResult
    public nonisolated func cancel<R: Request & Hashable>(_ request: R) async -> Int {
        await cancel(where: .request(request))
    }

    /// Ends every call of a request of this type; otherwise as ``cancel(_:)``.
    @concurrent
    @discardableResult
    public nonisolated func cancel<R: Request>(type: R.Type) async -> Int {
        await cancel(where: .type(type))
    }

    /// Ends every call under this key, whatever its request; otherwise as ``cancel(_:)``.
    @concurrent
    @discardableResult
    public nonisolated func cancel(key: RequestKey) async -> Int {
        await cancel(where: .key(key))
    }

    /// Ends every call under any key of this type; otherwise as ``cancel(_:)``.
    @concurrent
    @discardableResult
    public nonisolated func cancel<Key: Hashable & Sendable>(keyType: Key.Type) async -> Int {
        await cancel(where: .keyType(keyType))
    }

    /// Ends every call; otherwise as ``cancel(_:)``.
    ///
    /// The coordinator goes on taking new ones.
    @concurrent
    @discardableResult
    public nonisolated func cancelAll() async -> Int {
        await cancel(where: .everything)
    }
}
