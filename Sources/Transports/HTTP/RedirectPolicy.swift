#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which redirects are followed, and what of the request goes along; RFC 9110 §15.4.
///
/// After 301 and 302 a `POST` becomes a `GET` without body, after 303 every method but `HEAD` does; 307 and 308 keep
/// method and body; one that can be sent only once ends the request with ``HTTPTransportError/Code/bodyNotReplayable``. Only
/// `http` and `https` are followed. On a change of origin (scheme, host or port) the fields that hold credentials are left
/// behind.
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects one request follows before ``HTTPTransportError/Code/tooManyRedirects``; 0 follows none and gives
    /// the redirecting answer itself.
    public var maximumHops: Int

    /// The header fields that never reach another origin than the one they were meant for.
    public var credentialHeaders: [String]

    /// A policy of these parts.
    ///
    /// The credentials are `Authorization`, `Cookie`, `Proxy-Authorization`, `X-Api-Key`, `X-Auth-Token` and the further ones.
    public init(maximumHops: Int = 10, furtherCredentialHeaders: [String] = []) {
        self.maximumHops = maximumHops
        credentialHeaders =
            ["Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Auth-Token"] + furtherCredentialHeaders
    }

    /// Gives every redirecting answer as it is.
    public static let none = RedirectPolicy(maximumHops: 0)

    /// Where an answer sends the exchange, or `nil` if it is the answer itself that counts.
    package func next(
        after exchange: HTTPExchange,
        answeredBy head: HTTPResponseHead,
        hops: Int
    ) throws(HTTPTransportError) -> HTTPExchange? {
        guard maximumHops > 0, [301, 302, 303, 307, 308].contains(head.status) else { return nil }
        guard let location = head.headers.values(for: "Location").first else { return nil }
        guard hops < maximumHops else { throw HTTPTransportError(.tooManyRedirects) }

        var next = exchange
        let url = exchange.target.url
        let nextURL = try Self.resolve(location, against: url)
        next.target = HTTPTarget(nextURL)
        if changesMethod(exchange.method, after: head.status) {
            next.method = .get
            next.body = nil
            next.upload = nil
            for field in exchange.headers.fields where field.name.lowercased().hasPrefix("content-") {
                next.headers.remove(field.name)
            }
        }
        // It was begun for the exchange before, whatever came of it.
        guard next.upload?.isReplayable ?? true else { throw HTTPTransportError(.bodyNotReplayable) }
        if !Self.isSameOrigin(url, nextURL) {
            for name in credentialHeaders { next.headers.remove(name) }
        }
        return next
    }

    private func changesMethod(_ method: HTTPMethod, after status: Int) -> Bool {
        switch status {
        case 301, 302: method == .post
        case 303: method != .head && method != .get
        default: false
        }
    }

    /// The target without user and password, which a server has no business to set.
    private static func resolve(_ location: String, against url: URL) throws(HTTPTransportError) -> URL {
        do {
            // An empty one refers to the document itself, which not every parser knows; RFC 3986 §4.4.
            let target = try HTTPTarget(location.isEmpty ? url.absoluteString : location, base: .init(url)).url
            guard target.user != nil || target.password != nil else { return target }
            var components = URLComponents(url: target, resolvingAgainstBaseURL: true)
            components?.user = nil
            components?.password = nil
            guard let bare = components?.url else { throw HTTPTransportError(.invalidRedirect) }
            return bare
        } catch {
            throw HTTPTransportError(.invalidRedirect)
        }
    }

    private static func isSameOrigin(_ one: URL, _ other: URL) -> Bool {
        one.scheme?.lowercased() == other.scheme?.lowercased()
            && one.host()?.lowercased() == other.host()?.lowercased()
            && effectivePort(of: one) == effectivePort(of: other)
    }

    private static func effectivePort(of url: URL) -> Int {
        url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }
}
