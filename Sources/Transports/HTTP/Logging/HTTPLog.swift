/// What a transport tells of its requests, and whom.
///
/// ```swift
/// let log = HTTPLog(.all, redacting: .init(query: ["api_key"], members: ["password"])) { print($0) }
/// let transport = HTTPTransport(.init(log: log))
/// ```
///
/// Secrets are left out before an entry is made; see ``HTTPRedaction``.
public struct HTTPLog: Sendable {
    /// How much is told.
    public enum Level: Sendable, Hashable, CaseIterable {
        /// Nothing.
        case none
        /// Requests that had no answer, or one that they do not accept.
        case errors
        /// Every request, every answer and every error.
        case all
    }

    /// How much is told of a request that does not say it itself.
    public var level: Level

    /// What is never told.
    public var redaction: HTTPRedaction

    /// The largest body that is told, in bytes; of a larger one only its size is.
    public var maximumBodyBytes: Int

    /// Takes an entry.
    ///
    /// Called on a thread of the transport's, which it must not block; entries of one request come in their order.
    public var sink: @Sendable (HTTPLogEntry) -> Void

    /// A log of this level.
    public init(
        _ level: Level = .errors,
        redacting redaction: HTTPRedaction = HTTPRedaction(),
        maximumBodyBytes: Int = 4 << 10,
        to sink: @escaping @Sendable (HTTPLogEntry) -> Void
    ) {
        self.level = level
        self.redaction = redaction
        self.maximumBodyBytes = maximumBodyBytes
        self.sink = sink
    }
}
