/// Says by what right a request is sent, just before it is: what signs in, or signs.
///
/// ```swift
/// struct Key: HTTPAuthorizer {
///     let vault: Vault
///     func credentials(for request: HTTPAuthorization) async throws -> HTTPHeaders {
///         guard request.url.hasPrefix("https://api.example.com/") else { return [:] }
///         return ["X-Api-Key": try await vault.key()]
///     }
/// }
/// ```
///
/// Given to a transport's configuration it is asked once for each request, however many callers share that; see also
/// ``BearerAuthorizer``. Nothing is sent before it has answered, and never without its fields. They replace fields of the
/// same name and leave all others; to another origin, behind a redirect, they do not go along.
public protocol HTTPAuthorizer: Sendable {
    /// The fields that let the request pass; none for a request that needs none.
    ///
    /// Called in a task of its own, which is cancelled when the flight is cancelled or the request's time is up. What it
    /// throws ends the flight with ``HTTPTransportError/Code/notAuthorized``; nothing is sent then.
    func credentials(for request: HTTPAuthorization) async throws -> HTTPHeaders
}

/// The request that an ``HTTPAuthorizer`` is asked about.
public struct HTTPAuthorization: Sendable, Hashable {
    /// How the server is asked.
    public let method: HTTPMethod

    /// Where it goes, whole, query and all.
    public let url: String

    /// The fields it has already.
    public let headers: HTTPHeaders

    /// A request of these parts.
    public init(method: HTTPMethod = .get, url: String, headers: HTTPHeaders = [:]) {
        self.method = method
        self.url = url
        self.headers = headers
    }
}

extension HTTPAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and URL without query; never header values.
    public var description: String { "HTTPAuthorization: \(method.rawValue) \(url.withoutSecrets)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
