/// What a request asks the server to do; RFC 9110 §9.
///
/// Methods are case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The method as it is sent.
    public let rawValue: String

    /// A method sent as this text, which has to be a token; RFC 9110 §5.6.2.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Asks for a representation.
    public static let get = Self(rawValue: "GET")
    /// Asks for the head that `GET` would give.
    public static let head = Self(rawValue: "HEAD")
    /// Has the content processed as the resource sees fit.
    public static let post = Self(rawValue: "POST")
    /// Replaces the resource.
    public static let put = Self(rawValue: "PUT")
    /// Changes part of the resource; RFC 5789.
    public static let patch = Self(rawValue: "PATCH")
    /// Removes the resource.
    public static let delete = Self(rawValue: "DELETE")
    /// Asks what the resource can do.
    public static let options = Self(rawValue: "OPTIONS")
    /// Has the request sent back.
    public static let trace = Self(rawValue: "TRACE")

    /// Whether it is read-only in essence; RFC 9110 §9.2.1.
    ///
    /// A method that is not known is not.
    public var isSafe: Bool {
        [Self.get, .head, .options, .trace].contains(self)
    }

    /// Whether sending it twice has the effect of sending it once; RFC 9110 §9.2.2.
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// Whether a request of it may carry a body; content has no meaning with the others; RFC 9110 §9.3.
    var allowsBody: Bool {
        ![Self.get, .head, .trace].contains(self)
    }
}

extension HTTPMethod: CustomStringConvertible {
    /// The method as it is sent.
    public var description: String { rawValue }
}
