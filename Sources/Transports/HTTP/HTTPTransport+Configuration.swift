#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension HTTPTransport {
    /// What all requests of a transport have in common.
    public struct Configuration: Sendable {
        /// What moves the bytes; the best one there is, by default.
        public var engine: Engine

        /// What the URLs of requests are resolved against; RFC 3986 §5.2.
        ///
        /// `nil`, the default, leaves only whole URLs. One with a path should end in a slash: the part behind the last one is
        /// replaced, and a reference that begins with a slash replaces the whole path.
        public var baseURL: URL?

        /// The fields of every request that does not have its own.
        ///
        /// `User-Agent` and `Accept-Language` are set, so that those of the system, which tell of the machine, are not sent.
        public var headers: HTTPHeaders

        /// Which redirects are followed; ten at most, by default.
        public var redirects: RedirectPolicy

        /// The longest time until a connection stands, secure where it has to be; none by default.
        ///
        /// Waiting for a free connection counts. `URLSession` does not tell when it is connected, and refuses it.
        public var connectTimeout: Duration?

        /// The longest time from the request, or the last part of its body, to the head of its answer; none by default.
        public var headTimeout: Duration?

        /// The longest time in which no byte comes or goes; 60 seconds by default.
        public var idleTimeout: Duration

        /// The longest time from the start of a request to the end of its answer, redirects included; none by default.
        public var timeout: Duration?

        /// The largest body that is taken, in bytes; 64 MiB by default.
        public var maximumBodyBytes: Int

        /// How many connections to one host are open at once; 64 by default.
        ///
        /// Requests beyond it wait while their idle time runs, so let the coordinator admit fewer.
        public var maximumConnectionsPerHost: Int

        /// The jar that cookies are kept in and taken from; none by default.
        public var cookies: SharedCookieJar?

        /// Whom the transport trusts, and who it says it is; the system's certificates and nobody, by default.
        public var tls: TLS

        /// Through whom requests go; nobody by default.
        ///
        /// The environment's proxies are not asked by ``Engine/curl``.
        public var proxy: Proxy?

        /// How the session of ``Engine/urlSession`` begins; as an ephemeral one, by default.
        ///
        /// Other engines refuse it.
        public var session: Session?

        /// Whether its flights are counted in the coordinator's `activity`, where a request says nothing of it; they are, by
        /// default.
        public var showsActivity: Bool

        /// Who says by what right requests are sent; nobody by default.
        public var authorizer: (any HTTPAuthorizer)?

        /// What is told of requests, and whom; nothing by default.
        public var log: HTTPLog?

        /// The path of the socket that every request goes to, whatever its host; none by default.
        ///
        /// Only ``Engine/curl`` can do it.
        public var unixSocketPath: String?

        /// A configuration of these parts.
        public init(
            engine: Engine = .automatic,
            baseURL: URL? = nil,
            headers: HTTPHeaders = [:],
            redirects: RedirectPolicy = RedirectPolicy(),
            connectTimeout: Duration? = nil,
            headTimeout: Duration? = nil,
            idleTimeout: Duration = .seconds(60),
            timeout: Duration? = nil,
            maximumBodyBytes: Int = 64 << 20,
            maximumConnectionsPerHost: Int = 64,
            cookies: SharedCookieJar? = nil,
            tls: TLS = TLS(),
            proxy: Proxy? = nil,
            unixSocketPath: String? = nil,
            session: Session? = nil,
            showsActivity: Bool = true,
            authorizer: (any HTTPAuthorizer)? = nil,
            log: HTTPLog? = nil
        ) {
            let defaults: HTTPHeaders = ["User-Agent": "RequestScheduler", "Accept-Language": "*"]
            self.engine = engine
            self.baseURL = baseURL
            self.headers = defaults.merging(headers)
            self.redirects = redirects
            self.connectTimeout = connectTimeout
            self.headTimeout = headTimeout
            self.idleTimeout = idleTimeout
            self.timeout = timeout
            self.maximumBodyBytes = maximumBodyBytes
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.cookies = cookies
            self.tls = tls
            self.proxy = proxy
            self.unixSocketPath = unixSocketPath
            self.session = session
            self.showsActivity = showsActivity
            self.authorizer = authorizer
            self.log = log
        }
    }
}

extension HTTPTransport.Configuration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The engine and the base, without whatever is secret.
    public var description: String {
        "HTTPTransport.Configuration: \(engine), \(baseURL?.absoluteString.withoutSecrets ?? "no base")"
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
