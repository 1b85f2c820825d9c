#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// The sources that requests may be asked of, and the one they are asked of now: one place to switch them all.
///
/// ```swift
/// let sources = DataSources([
///     .release: .init(baseURL: URL(string: "https://api.example.com/v1"), transport: HTTPTransport()),
///     .mock: .init(baseURL: URL(string: "http://mock"), transport: mock),
/// ])
/// let client = HTTPClient(sources: sources)
/// sources.current = .mock  // from the next call on
/// ```
///
/// A call of a ``HTTPClient`` belongs to the source that was current when it was made: it goes on there whatever is switched
/// meanwhile, shares no flight with calls to another one, and no stored entry. Making a source current that there is none of
/// is no fault; its calls end with ``DataSourceError``. From any thread.
public final class DataSources: Sendable {
    /// One source.
    public struct Site: Sendable {
        /// What paths are joined to; with `nil` requests need a base of their own, or the transport's.
        public let baseURL: URL?

        /// What sends the requests.
        public let transport: any Transport

        /// A source of these parts.
        public init(baseURL: URL?, transport: any Transport) {
            self.baseURL = baseURL
            self.transport = transport
        }
    }

    private let sites: [DataSource: Site]
    private let selected: Lock<DataSource>

    /// These sources, of which one is current.
    public init(_ sites: [DataSource: Site], current: DataSource = .release) {
        self.sites = sites
        selected = Lock(current)
    }

    /// The source of calls that name none, from now on.
    public var current: DataSource {
        get { selected.withLock { $0 } }
        set { selected.withLock { $0 = newValue } }
    }

    /// The source of this name, if there is one.
    public subscript(source: DataSource) -> Site? { sites[source] }

    /// Sends each request to its source; to be given to a coordinator.
    public var transport: any Transport { DataSourceTransport(self) }

    /// The source of this name; a ``DataSourceError`` where there is none.
    func site(of source: DataSource) throws(DataSourceError) -> Site {
        guard let site = sites[source] else { throw DataSourceError(missing: source) }
        return site
    }
}

extension DataSources.Site: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The base, without whatever is secret, and what sends.
    public var description: String {
        "DataSources.Site: \(baseURL?.absoluteString.withoutSecrets ?? "no base"), \(type(of: transport))"
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
