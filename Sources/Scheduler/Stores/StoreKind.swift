/// What sort of store it is, so that a request can ask for one: "only in memory", "only on disk".
public struct StoreKind: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// A kind of your own.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
