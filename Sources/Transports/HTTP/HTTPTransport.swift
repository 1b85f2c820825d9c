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
/// It keeps no cookies unless it is given a jar, caches nothing and answers no challenge: a 401 is an answer like any other.
/// An answer whose status the request accepts is decoded by it; any other is the error that the request makes of it, by
/// default an ``HTTPError``; where there is none, ``HTTPTransportError`` says why. Cancelling a flight ends its transfer and
/// closes or frees its connection. Its connections are shared by all its requests and closed when it is released and the
/// last transfer has ended.
public actor HTTPTransport: Transport {
    private nonisolated let engines: Result<HTTPEnginePool, HTTPTransportError>
    private nonisolated let configuration: Configuration
    private nonisolated let base: HTTPTarget.Base?
    private nonisolated let headers: Result<HTTPHeaders, HTTPTransportError>
    private nonisolated let timer: HTTPTimer
    private nonisolated let limits: HTTPDeadlines.Limits

    /// A transport over the engine that the configuration names; `clock` measures its times.
    ///
    /// Where the engine cannot do what is asked for, every request is answered with
    /// ``HTTPTransportError/Code/unsupportedOption``; ``Configuration/validate()`` tells beforehand.
    public init(_ configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock()) {
        let engines: Result<HTTPEnginePool, HTTPTransportError>
        do throws(HTTPTransportError) { engines = .success(try configuration.makeEngines()) } catch {
            engines = .failure(error)
        }
        self.init(configuration, engines: engines, clock: clock)
    }

    package init(_ configuration: Configuration, engine: any HTTPEngine, clock: any Clock<Duration>) {
        self.init(configuration, engines: .success(HTTPEnginePool(engine)), clock: clock)
    }

    private init(
        _ configuration: Configuration,
        engines: Result<HTTPEnginePool, HTTPTransportError>,
        clock: any Clock<Duration>
    ) {
        self.configuration = configuration
        self.engines = engines
        timer = HTTPTimer(clock)
        limits = configuration.limits
        var headers = configuration.headers
        if headers["Accept-Encoding"] == nil, case .success(let engines) = engines {
            headers["Accept-Encoding"] = engines.common.contentCoding.asksFor
        }
        base = configuration.baseURL.map { HTTPTarget.Base($0) }
        do throws(HTTPTransportError) {
            try headers.validate()
            self.headers = .success(headers)
        } catch {
            self.headers = .failure(error)
        }
    }

    /// As it is configured.
    public nonisolated var showsActivity: Bool { configuration.showsActivity }

    /// Whether it is an ``HTTPRequest``.
    public nonisolated func supports<R: Request>(_ request: R) -> Bool {
        request is any HTTPRequest
    }

    /// Encodes the request and hands it on; what cannot be sent is answered at once.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let request = request as? any HTTPRequest else {
            return channel.finish(.failure(HTTPTransportError(.unsupportedRequest)))
        }
        let options = request.options
        let exchange: HTTPExchange
        let engine: any HTTPEngine
        do throws(HTTPTransportError) {
            engine = try engines.get().engine(maximumConnectionsPerHost: options.maximumConnectionsPerHost)
            exchange = try HTTPExchange(request, options: options, base: base, headers: headers.get())
            let refused = options.refused(by: engine)
            guard refused.isEmpty else { throw configuration.refusal(of: refused) }
        } catch {
            configuration.log?.tell(error, of: request, level: options.logLevel, as: timer.makeID())
            return channel.finish(.failure(error))
        }
        let flight = HTTPFlight(
            HTTPFlightState(
                exchange,
                redirects: configuration.redirects,
                maximumBodyBytes: configuration.maximumBodyBytes,
                undoesCoding: engine.contentCoding == .transport
            ),
            within: options.limits(within: limits),
            timedBy: timer,
            with: configuration.cookies,
            over: engine,
            for: request,
            telling: configuration.log,
            level: options.logLevel,
            answering: channel
        )
        // Weak, for the flight has the channel; what keeps the flight is its exchange.
        channel.onCancel { [weak flight] in flight?.cancel() }
        if let authorizer = configuration.authorizer {
            flight.begin(exchange, authorizedBy: authorizer)
        } else {
            flight.begin(exchange)
        }
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
        case (.fresh, let streamed as HTTPStreamedResponse):
            guard let response = streamed as? R.Response else { throw HTTPTransportError(.unexpectedPayload) }
            return response
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

extension HTTPTransport: CustomReflectable {
    /// No parts: its configuration may hold secrets.
    public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
