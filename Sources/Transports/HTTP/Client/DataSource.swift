/// Whom requests are asked of: the name of one of the ``DataSources``.
public struct DataSource: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A source of this name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server that users are served by.
    public static let release = Self(rawValue: "release")

    /// A server that the program is developed with.
    public static let development = Self(rawValue: "development")

    /// What the device holds itself.
    public static let local = Self(rawValue: "local")

    /// What stands in for a server.
    public static let mock = Self(rawValue: "mock")
}

extension DataSource: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
