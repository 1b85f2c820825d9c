import RequestScheduler

extension HTTPTransport {
    /// What moves the bytes below a transport; everything that decides is above it and the same with each.
    public struct Engine: Hashable, Sendable {
        private enum Name: String { case automatic, curl, urlSession }

        private let name: Name

        /// The best one there is: libcurl on Linux, where the package's trait `CurlEngine` is on; else `URLSession`.
        public static let automatic = Self(name: .automatic)

        /// The system's libcurl, on Linux, where the package's trait `CurlEngine` is on.
        public static let curl = Self(name: .curl)

        /// The system's URL loading.
        public static let urlSession = Self(name: .urlSession)

        /// The engines that can be asked for in this build, the best one first.
        public static var available: [Engine] {
            #if CURL_ENGINE
                [.curl, .urlSession]
            #else
                [.urlSession]
            #endif
        }

        /// What it stands for: itself, or the best one.
        var resolved: Engine { self == .automatic ? Self.available[0] : self }
    }
}

extension HTTPTransport.Engine: CustomStringConvertible {
    /// The engine's name.
    public var description: String { name.rawValue }
}

extension HTTPTransport.Configuration {
    func makeEngines() throws(HTTPTransportError) -> HTTPEnginePool {
        try validate()
        return HTTPEnginePool(makeEngine(maximumConnectionsPerHost), making: makeEngine)
    }

    @Sendable
    private func makeEngine(_ maximumConnectionsPerHost: Int) -> any HTTPEngine {
        #if CURL_ENGINE
            if engine.resolved == .curl {
                return CurlEngine(
                    CurlOptions(
                        maximumConnectionsPerHost: maximumConnectionsPerHost,
                        tls: tls,
                        proxy: proxy,
                        unixSocketPath: unixSocketPath
                    )
                )
            }
        #endif
        return CollectingEngine(
            URLSessionEngine(maximumConnectionsPerHost: maximumConnectionsPerHost, session: session),
            sendingFiles: true
        )
    }

    /// Throws if the engine cannot do what is asked for, or is not part of this build.
    ///
    /// A transport made of such a configuration answers every request with the same error, so nothing is sent otherwise than
    /// was asked for.
    public func validate() throws(HTTPTransportError) {
        var refused: [String] = []
        if !Engine.available.contains(engine.resolved) { refused.append("engine") }
        if engine.resolved == .curl {
            if session != nil { refused.append("session") }
        } else {
            if connectTimeout != nil { refused.append("connectTimeout") }
            if tls != HTTPTransport.TLS() { refused.append("tls") }
            if proxy != nil { refused.append("proxy") }
            if unixSocketPath != nil { refused.append("unixSocketPath") }
        }
        guard refused.isEmpty else { throw refusal(of: refused) }
    }

    /// The error that these options are not for this engine.
    func refusal(of options: [String]) -> HTTPTransportError {
        let refusal = HTTPTransport.UnsupportedOptions(engine: engine.resolved, options: options)
        return HTTPTransportError(.unsupportedOption, underlyingError: refusal)
    }

    /// What is limited; a time that no clock can measure is none.
    var limits: HTTPDeadlines.Limits {
        let limits = HTTPDeadlines.Limits(
            connect: connectTimeout,
            head: headTimeout,
            idle: idleTimeout,
            total: timeout
        )
        return HTTPDeadlines.Limits().overridden(by: limits)
    }

    private typealias Engine = HTTPTransport.Engine
}

extension HTTPTransport {
    /// What of a configuration an engine cannot do: the underlying error of ``HTTPTransportError/Code/unsupportedOption``.
    public struct UnsupportedOptions: Error, Sendable, Hashable, CustomStringConvertible {
        /// The engine.
        public let engine: Engine

        /// The names of the configuration's properties.
        public let options: [String]

        package init(engine: Engine, options: [String]) {
            self.engine = engine
            self.options = options
        }

        /// The engine and the names.
        public var description: String { "\(engine) does not support \(options.joined(separator: ", "))" }
    }
}
