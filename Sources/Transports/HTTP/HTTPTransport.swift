#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import RequestScheduler

/// Sends every ``HTTPRequest`` to its server and gives the answer back.
///
/// ```swift
/// let transport = HTTPTransport(.init(baseURL: URL(string: "https://api.example.com/v1/")))
/// ```
///
/// It keeps no cookies, caches nothing and answers no challenge: a 401 is an answer like any other. Answers with a status
/// that the request accepts come as ``HTTPResponse``, others as ``HTTPError``, and where there is none as
/// ``HTTPTransportError``. Cancelling a flight ends its transfer and closes or frees its connection. Its connections are
/// shared by all its requests and closed when it is released and the last transfer has ended.
public actor HTTPTransport: Transport {
    private nonisolated let engine: any HTTPEngine
    private nonisolated let configuration: Configuration
    private nonisolated let clock: any Clock<Duration>

    /// A transport over the system's URL loading; `clock` measures ``Configuration/timeout``.
    public init(_ configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock()) {
        self.init(
            configuration,
            engine: URLSessionEngine(
                idleTimeout: configuration.idleTimeout,
                maximumConnectionsPerHost: configuration.maximumConnectionsPerHost
            ),
            clock: clock
        )
    }

    package init(_ configuration: Configuration, engine: any HTTPEngine, clock: any Clock<Duration>) {
        self.configuration = configuration
        self.engine = engine
        self.clock = clock
    }

    /// Whether it is an ``HTTPRequest``.
    public nonisolated func supports<R: Request>(_ request: R) -> Bool {
        request is any HTTPRequest
    }

    /// Encodes the request and hands it on; what cannot be sent is answered at once.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let request = request as? any HTTPRequest else {
            return channel.finish(.failure(HTTPTransportError(.unsupportedRequest)))
        }
        let exchange: HTTPExchange
        do throws(HTTPTransportError) {
            exchange = try HTTPExchange(request, base: configuration.baseURL, headers: configuration.headers)
        } catch {
            return channel.finish(.failure(error))
        }
        let flight = HTTPFlight(
            HTTPFlightState(
                exchange,
                redirects: configuration.redirects,
                maximumBodyBytes: configuration.maximumBodyBytes
            ),
            over: engine,
            accepting: { request.accepts(status: $0) },
            answering: channel
        )
        // Weak, for the flight has the channel; what keeps the flight is its exchange.
        channel.onCancel { [weak flight] in flight?.cancel() }
        // What is longer than clocks can sleep is no limit; a sleep that is cancelled would be kept until then.
        if let timeout = configuration.timeout, timeout < .longestSleep { flight.limit(to: timeout, on: clock) }
        flight.begin(exchange)
    }

    /// Has the request decode the answer, or the bytes of a stored one.
    public nonisolated func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        let response: HTTPResponse
        switch (origin, payload) {
        case (.fresh, let fresh as HTTPResponse): response = fresh
        case (.restored, let bytes as Data): response = HTTPResponse(body: bytes, origin: .restored)
        default: throw HTTPTransportError(.unexpectedPayload)
        }
        guard let request = request as? any HTTPRequest else { throw HTTPTransportError(.unsupportedRequest) }
        return try decode(response, by: request)
    }

    private nonisolated func decode<R: HTTPRequest, Response>(_ response: HTTPResponse, by request: R) throws
        -> Response
    {
        guard let decoded = try request.decode(response) as? Response else {
            throw HTTPTransportError(.unexpectedPayload)
        }
        return decoded
    }
}
