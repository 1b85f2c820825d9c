/// How a request is sent and its answer read, besides what it asks for; whatever is `nil` is as a wider one has it.
///
/// Those of a ``Resource`` come before those of its ``HTTPClient``, field by field, and these before what the transport is
/// configured to.
public struct HTTPOptions: Hashable, Sendable {
    /// The longest time from the start of the request to the end of its answer, redirects included.
    ///
    /// Instead of ``HTTPTransport/Configuration/timeout``. When it is up the request ends with
    /// ``HTTPTransportError/Code/timedOut`` of ``HTTPTransportError/Timeout/total``.
    public var timeout: Duration?

    /// Whether the server may compress the answer's body; as the engine does best, where it is `nil`.
    public var acceptsCompression: Bool?

    /// How much is told of it.
    public var logLevel: HTTPLog.Level?

    /// Which networks it may go over; all of them, where it is `nil`.
    public var networks: HTTPNetworks?

    /// How dates and keys of JSON are written and read.
    public var coding: HTTPCoding?

    /// Whether, and how, the answer is stored and looked for in the store; not at all where it is `nil`.
    public var storing: HTTPStoring?

    /// Further header fields, which give way to those of the request.
    public var headers: HTTPHeaders

    /// Options of these parts.
    public init(
        timeout: Duration? = nil,
        acceptsCompression: Bool? = nil,
        logLevel: HTTPLog.Level? = nil,
        networks: HTTPNetworks? = nil,
        coding: HTTPCoding? = nil,
        storing: HTTPStoring? = nil,
        headers: HTTPHeaders = [:]
    ) {
        self.timeout = timeout
        self.acceptsCompression = acceptsCompression
        self.logLevel = logLevel
        self.networks = networks
        self.coding = coding
        self.storing = storing
        self.headers = headers
    }

    /// These options where `other` has none, and those of `other`.
    public func merging(_ other: HTTPOptions) -> HTTPOptions {
        HTTPOptions(
            timeout: other.timeout ?? timeout,
            acceptsCompression: other.acceptsCompression ?? acceptsCompression,
            logLevel: other.logLevel ?? logLevel,
            networks: other.networks ?? networks,
            coding: other.coding ?? coding,
            storing: other.storing ?? storing,
            headers: headers.merging(other.headers)
        )
    }
}

extension HTTPOptions {
    /// The fields that are sent for them.
    var fields: HTTPHeaders {
        guard let acceptsCompression else { return headers }
        return (["Accept-Encoding": acceptsCompression ? "gzip, deflate" : "identity"] as HTTPHeaders).merging(headers)
    }
}
