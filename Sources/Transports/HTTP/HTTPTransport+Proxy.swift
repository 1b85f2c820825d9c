extension HTTPTransport {
    /// Through whom requests go.
    ///
    /// Plain requests are handed to it, secure ones go through a tunnel; RFC 9110 §7.6, §9.3.6. Only ``Engine/curl`` takes one.
    public struct Proxy: Sendable, Hashable {
        /// Its URL, of `http`, `https`, `socks5` (RFC 1928) or `socks5h`, which leaves it names to resolve.
        ///
        /// One of `https` is trusted by whatever servers are: ``TLS/trust``, from ``TLS/minimumVersion`` on.
        public var url: String

        /// The user it is told; none by default.
        public var user: String?

        /// The password it is told.
        public var password: String?

        /// Hosts that are asked directly, with those below them; none by default.
        public var exceptions: [String]

        /// A proxy of these parts.
        public init(url: String, user: String? = nil, password: String? = nil, exceptions: [String] = []) {
            self.url = url
            self.user = user
            self.password = password
            self.exceptions = exceptions
        }
    }
}

extension HTTPTransport.Proxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL, without whatever is secret.
    public var description: String { "HTTPTransport.Proxy: \(url.withoutSecrets)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
