/// Why no URL can be built for a request: the underlying error of ``HTTPTransportError/Code/invalidURL``.
///
/// It names the part and never holds or prints what stands there, which may be secret.
public struct URLFault: Error, Hashable, Sendable {
    /// A part of a URL that is put together.
    public enum Part: String, Hashable, Sendable {
        /// The base, or that there is none where one is needed.
        case base
        /// The text of the path.
        case path
        /// A value that is to be one segment of the path.
        case segment
        /// The query.
        case query
    }

    /// The part that cannot be used.
    public let part: Part

    /// A fault of this part.
    public init(_ part: Part) {
        self.part = part
    }
}

extension URLFault: CustomStringConvertible {
    /// The part's name.
    public var description: String { "URLFault: \(part.rawValue)" }
}
