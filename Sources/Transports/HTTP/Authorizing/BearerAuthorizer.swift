/// Sends a token that a source of yours gives: `Authorization: Bearer …`; RFC 6750 §2.1.
///
/// ```swift
/// let authorizer = BearerAuthorizer(origins: ["https://api.example.com"]) { try await session.token() }
/// ```
///
/// Requests wait for the source; while it is at work, further ones wait for the same token. None is kept: the next request
/// has the source asked again, so it is the source that keeps a token while it is good. What it throws ends the requests
/// that wait with ``HTTPTransportError/Code/notAuthorized``, as does a token that is blank, holds what no field may hold, or is
/// a page or JSON that it should have been read from. Nothing is asked again on a 401.
public actor BearerAuthorizer: HTTPAuthorizer {
    /// The source gave what cannot be a token.
    public struct InvalidToken: Error, Sendable, Hashable {
        /// An error that says no more.
        public init() {}
    }

    private let origins: [String]?
    private let source: @Sendable () async throws -> String
    private var fetch: (number: UInt64, task: Task<Void, Never>)?
    private var waiters: [UInt64: CheckedContinuation<String, any Error>] = [:]
    private var lastNumber: UInt64 = 0

    /// An authorizer for requests to these origins, such as `https://api.example.com:8443`; others go without a token.
    ///
    /// An origin is scheme, host and port, a port that its scheme has anyway left out or not; RFC 9110 §4.3.1. A path behind
    /// it, such as that of a base URL, is of no account: whatever that server is asked for gets the token.
    ///
    /// With `nil`, the default, every server that a request is made to gets the token, but none it is redirected to.
    public init(origins: [String]? = nil, token source: @escaping @Sendable () async throws -> String) {
        self.origins = origins?.map { Self.origin(of: $0) }
        self.source = source
    }

    /// How many requests wait for a token.
    package var waiterCount: Int { waiters.count }

    /// The token's field, for a request to one of the origins.
    public func credentials(for request: HTTPAuthorization) async throws -> HTTPHeaders {
        guard isMeant(request.url) else { return [:] }
        let token = try await token()
        guard !token.isEmpty, token.utf8.allSatisfy(Self.isOfTokens) else { throw InvalidToken() }
        return ["Authorization": "Bearer \(token)"]
    }

    /// More than RFC 6750 has, since servers make tokens with `|` and `:`; not what is of pages and JSON only.
    private static func isOfTokens(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !#""<>{}"#.utf8.contains(byte)
    }

    private func isMeant(_ url: String) -> Bool {
        origins?.contains(Self.origin(of: url)) ?? true
    }

    /// Scheme and authority, in lower case and without the port that the scheme has anyway.
    private static func origin(of url: String) -> String {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
        let origin = url[..<end].lowercased()
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) { return String(origin.dropLast(port.count)) }
        return origin
    }

    private func token() async throws -> String {
        let number = makeNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                waiters[number] = continuation
                if fetch == nil { beginFetch() }
            }
        } onCancel: {
            Task { await leave(number) }
        }
    }

    private func beginFetch() {
        let number = makeNumber()
        let task = Task {
            let result: Result<String, any Error>
            do { result = .success(try await source()) } catch { result = .failure(error) }
            settle(number, with: result)
        }
        fetch = (number, task)
    }

    private func settle(_ number: UInt64, with result: Result<String, any Error>) {
        // One that nobody waited for any more has no say.
        guard fetch?.number == number else { return }
        fetch = nil
        let waiters = waiters.values
        self.waiters = [:]
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// A request that was called off waits no longer; with the last one the source is called off.
    private func leave(_ number: UInt64) {
        waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
        guard waiters.isEmpty else { return }
        fetch?.task.cancel()
        fetch = nil
    }

    private func makeNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
