extension HTTPTransport {
    /// Answers a call as a server would, or throws why there is no answer.
    public typealias Handler = @concurrent @Sendable (HTTPCall) async throws -> HTTPResponse

    /// A transport that sends nothing: a closure answers every request, so that statuses, redirects, times, stored entries
    /// and decoding are those of a server.
    ///
    /// ```swift
    /// let mock = HTTPTransport { call in
    ///     call.path == "/pets/7" ? try .json(["id": 7]) : HTTPResponse(status: 404)
    /// }
    /// ```
    ///
    /// The closure runs on a task of its own for each exchange, which is cancelled with the flight. An
    /// ``HTTPTransportError`` that it throws ends the flight as it is, any other error as the underlying one of
    /// ``HTTPTransportError/Code/unknown``. It gets the content as a whole, of at most 64 MiB, and progress tells of it as sent
    /// when the closure is asked. The parts of the configuration that are about connections are of no account.
    public init(
        _ configuration: Configuration = Configuration(),
        clock: any Clock<Duration> = ContinuousClock(),
        answering handler: @escaping Handler
    ) {
        self.init(configuration, engine: CollectingEngine(HandlerEngine(answering: handler)), clock: clock)
    }
}
