/// A request was to be asked of a source that there is none of; nothing was sent.
public struct DataSourceError: Error, Hashable, Sendable {
    /// The source that is missing.
    public let source: DataSource

    /// That this source is missing.
    public init(missing source: DataSource) {
        self.source = source
    }
}

extension DataSourceError: CustomStringConvertible {
    /// The source's name.
    public var description: String { "DataSourceError: there is no source \(source)" }
}
