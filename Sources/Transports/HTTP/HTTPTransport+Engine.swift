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
    func makeEngine() throws(HTTPTransportError) -> any HTTPEngine {
        try validate()
        #if CURL_ENGINE
            if engine.resolved == .curl {
                return CurlEngine(CurlOptions(maximumConnectionsPerHost: maximumConnectionsPerHost))
            }
        #endif
        return URLSessionEngine(maximumConnectionsPerHost: maximumConnectionsPerHost)
    }

    /// Throws if the engine cannot do what is asked for, or is not part of this build.
    ///
    /// A transport made of such a configuration answers every request with the same error, so nothing is sent otherwise than
    /// was asked for.
    public func validate() throws(HTTPTransportError) {
        guard Engine.available.contains(engine.resolved) else { throw HTTPTransportError(.unsupportedOption) }
        guard engine.resolved == .curl || connectTimeout == nil else { throw HTTPTransportError(.unsupportedOption) }
    }

    /// What is limited; a time that no clock can measure is none.
    var limits: HTTPDeadlines.Limits {
        func limit(_ duration: Duration?) -> Duration? { duration.flatMap { $0 < .longestSleep ? $0 : nil } }
        return HTTPDeadlines.Limits(
            connect: limit(connectTimeout),
            head: limit(headTimeout),
            idle: limit(idleTimeout),
            total: limit(timeout)
        )
    }

    private typealias Engine = HTTPTransport.Engine
}
