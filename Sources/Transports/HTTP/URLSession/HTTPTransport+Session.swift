#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension HTTPTransport {
    /// How the session of ``Engine/urlSession`` begins: with what only the system knows, such as the multipath service of a
    /// device, or fields of its own.
    ///
    /// What the transport decides itself is set over it: it has no cache, no cookies, no credentials and no times, and as many
    /// connections to a host as the transport's configuration says. Fields that it adds go to every server, behind redirects,
    /// too, and no log knows them: what is secret is for an ``HTTPAuthorizer``.
    public struct Session: Sendable {
        let make: @Sendable () -> URLSessionConfiguration

        /// A session that begins as `make` says.
        ///
        /// Asked once for each transport, and once for each ``HTTPOptions/maximumConnectionsPerHost`` of its requests.
        public init(_ make: @escaping @Sendable () -> URLSessionConfiguration) {
            self.make = make
        }
    }
}
