/// How a request is sent and its answer read, besides what it asks for.
///
/// Those of a ``Resource`` come before those of its ``HTTPClient``, option by option, and these before what the transport is
/// configured to: an option that is `nil` is left to the next. There are none for the whole program.
public struct HTTPOptions: Hashable, Sendable {
    /// The longest time from the start of the request to the end of its answer, redirects included.
    ///
    /// Instead of ``HTTPTransport/Configuration/timeout``. When it is up the request ends with
    /// ``HTTPTransportError/Code/timedOut`` of ``HTTPTransportError/Timeout/total``.
    public var timeout: Duration?

    /// The longest time until a connection stands; as ``HTTPTransport/Configuration/connectTimeout``.
    ///
    /// An engine that cannot tell answers with ``HTTPTransportError/Code/unsupportedOption``.
    public var connectTimeout: Duration?

    /// The longest time until the head of the answer; as ``HTTPTransport/Configuration/headTimeout``.
    public var headTimeout: Duration?

    /// The longest time in which no byte comes or goes; as ``HTTPTransport/Configuration/idleTimeout``.
    public var idleTimeout: Duration?

    /// How many connections to one host requests with this number open at once, at least one.
    ///
    /// They have connections of their own, apart from those of requests with another number or none, for as long as there is
    /// the transport; so a program should have few such numbers.
    public var maximumConnectionsPerHost: Int?

    /// Whether the server may compress the answer's body; as the engine does best, where it is `nil`.
    public var acceptsCompression: Bool?

    /// How much is told of it, where the transport has an ``HTTPLog``.
    public var logLevel: HTTPLog.Level?

    /// Whether its flight is counted in the coordinator's `activity`; as the transport has it, where it is `nil`.
    public var showsActivity: Bool?

    /// Which networks it may go over; all of them, where it is `nil`.
    public var networks: HTTPNetworks?

    /// How JSON is written and read.
    public var coding: HTTPCoding?

    /// Whether, and how, the answer of a ``Resource`` is stored and looked for in the store.
    ///
    /// Not at all where neither it nor its client says so; ``HTTPStoring/off`` keeps one out that the client would store.
    public var storing: HTTPStoring?

    /// Further header fields, which give way to those of the request.
    ///
    /// Those of the client are sent with those of the request, but for names that both have.
    public var headers: HTTPHeaders

    /// Options of these parts.
    public init(
        timeout: Duration? = nil,
        connectTimeout: Duration? = nil,
        headTimeout: Duration? = nil,
        idleTimeout: Duration? = nil,
        maximumConnectionsPerHost: Int? = nil,
        acceptsCompression: Bool? = nil,
        logLevel: HTTPLog.Level? = nil,
        showsActivity: Bool? = nil,
        networks: HTTPNetworks? = nil,
        coding: HTTPCoding? = nil,
        storing: HTTPStoring? = nil,
        headers: HTTPHeaders = [:]
    ) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.headTimeout = headTimeout
        self.idleTimeout = idleTimeout
        self.maximumConnectionsPerHost = maximumConnectionsPerHost
        self.acceptsCompression = acceptsCompression
        self.logLevel = logLevel
        self.showsActivity = showsActivity
        self.networks = networks
        self.coding = coding
        self.storing = storing
        self.headers = headers
    }

    /// The options of `other`, and these where it has none.
    public func merging(_ other: HTTPOptions) -> HTTPOptions {
        HTTPOptions(
            timeout: other.timeout ?? timeout,
            connectTimeout: other.connectTimeout ?? connectTimeout,
            headTimeout: other.headTimeout ?? headTimeout,
            idleTimeout: other.idleTimeout ?? idleTimeout,
            maximumConnectionsPerHost: other.maximumConnectionsPerHost ?? maximumConnectionsPerHost,
            acceptsCompression: other.acceptsCompression ?? acceptsCompression,
            logLevel: other.logLevel ?? logLevel,
            showsActivity: other.showsActivity ?? showsActivity,
            networks: other.networks ?? networks,
            coding: other.coding ?? coding,
            storing: other.storing ?? storing,
            headers: headers.merging(other.headers)
        )
    }
}

extension HTTPOptions {
    /// The times of a transport, with these instead where there are any.
    func limits(within limits: HTTPDeadlines.Limits) -> HTTPDeadlines.Limits {
        limits.overridden(by: .init(connect: connectTimeout, head: headTimeout, idle: idleTimeout, total: timeout))
    }

    /// The names of those that an engine cannot do.
    func refused(by engine: any HTTPEngine) -> [String] {
        var refused: [String] = []
        if let networks, networks != HTTPNetworks(), !engine.choosesNetworks { refused.append("networks") }
        if connectTimeout != nil, !engine.tellsOfConnections { refused.append("connectTimeout") }
        return refused
    }

    /// The fields that are sent for them.
    var fields: HTTPHeaders {
        guard let acceptsCompression else { return headers }
        return (["Accept-Encoding": acceptsCompression ? "gzip, deflate" : "identity"] as HTTPHeaders).merging(headers)
    }
}
