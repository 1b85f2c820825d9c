/// The response of a request whose answer has no content, or none of interest: whatever the body holds is not looked at.
///
/// As `Void`, but a `Codable` value that can be compared and stored.
public struct EmptyBody: Codable, Hashable, Sendable {
    /// Nothing.
    public init() {}

    /// Nothing, whatever is there.
    public init(from decoder: any Decoder) throws {}
}
