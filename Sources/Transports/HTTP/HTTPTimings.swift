/// When the parts of the last exchange of a request were done, from its start; `nil` where the engine cannot tell.
///
/// On a kept connection the first three are zero. `URLSession` tells none of them.
public struct HTTPTimings: Sendable, Hashable {
    /// The server's name was resolved.
    public var nameResolved: Duration?
    /// The connection was there.
    public var connected: Duration?
    /// It was secure; zero without TLS.
    public var secured: Duration?
    /// The request was about to be sent.
    public var ready: Duration?
    /// The first byte of the answer came.
    public var firstByte: Duration?
    /// The last byte of the answer came.
    public var ended: Duration?

    /// Timings that tell nothing yet.
    public init() {}
}
