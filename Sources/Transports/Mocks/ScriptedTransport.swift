#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import RequestScheduler

/// A transport for tests that does nothing until it is told: it records what was started and holds each flight.
///
/// ```swift
/// let transport = ScriptedTransport()
/// let coordinator = RequestCoordinator(transports: [transport])
/// async let user = coordinator.response(for: GetUser(id: 7))
///
/// let flight = try await transport.next(GetUser.self)  // the flight has started
/// #expect(flight.request.id == 7)
/// flight.answer(User(id: 7, name: "Ann"))  // now it ends
/// #expect(try await user.name == "Ann")
/// ```
///
/// Its payload is a ``ScriptedPayload``, which stores and restores responses that are `Data` or `Codable`.
public actor ScriptedTransport: Transport {
    private nonisolated let queue = ScriptedQueue()
    private nonisolated let isSupported: @Sendable (any Request) -> Bool

    /// A transport for every request, or for those that `supporting` picks.
    public init(supporting isSupported: @escaping @Sendable (any Request) -> Bool = { _ in true }) {
        self.isSupported = isSupported
    }

    /// Every request started so far, in order.
    public nonisolated var started: [any Request] { queue.started }

    /// The next started flight of a request type, waiting for one if need be.
    ///
    /// Each flight is given once, in the order of starting. Throws `CancellationError` when the waiting task is cancelled.
    public nonisolated func next<R: Request>(_ type: R.Type) async throws -> ScriptedFlight<R> {
        let flight = try await queue.next { $0 is ScriptedFlight<R> }
        guard let flight = flight as? ScriptedFlight<R> else { throw MockError.unsupportedRequest }
        return flight
    }

    /// Whether it was made for this request.
    public nonisolated func supports<R: Request>(_ request: R) -> Bool { isSupported(request) }

    /// Whether its response is `Data` or `Decodable`.
    public nonisolated func restores<R: Request>(_ request: R) -> Bool {
        ScriptedPayload.canDecode(R.Response.self) && supports(request)
    }

    /// Records the flight and holds it for the test.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let flight = ScriptedFlight(request, answering: channel)
        queue.append(flight, for: request)
    }

    /// The value that the test answered with, or the one in its bytes.
    public nonisolated func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        switch payload {
        case let payload as ScriptedPayload:
            guard let value = payload.value else {
                return try ScriptedPayload.decode(payload.rawBytes, as: R.Response.self)
            }
            guard let response = value as? R.Response else { throw MockError.unexpectedPayload }
            return response
        case let bytes as Data: return try ScriptedPayload.decode(bytes, as: R.Response.self)
        default: throw MockError.unexpectedPayload
        }
    }
}
