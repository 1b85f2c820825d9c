/// How much is told of a request by whoever logs: a transport that wraps another one reads it of ``HTTPRequest/options``.
public enum HTTPLogLevel: Hashable, Sendable {
    /// Nothing.
    case none
    /// Only what failed.
    case errors
    /// Everything.
    case all
}
