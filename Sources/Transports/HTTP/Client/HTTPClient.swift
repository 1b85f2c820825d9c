#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// Makes the calls of ``Resource``s and routes: a coordinator, the sources they are asked of, and what they have in common.
///
/// ```swift
/// let client = HTTPClient(baseURL: base)
/// let pet = try await client.response(for: routes.pet)
/// ```
///
/// It fills in the base, the source and the options of a resource where that has none, and hands it to the coordinator as the
/// resource that it is. So a call made by hand of an equal resource shares its flight and its stored entry. There is no
/// client of all: make one and pass it on. From any thread; nothing of a call runs on the caller's actor.
public final class HTTPClient: Sendable {
    /// What makes the calls.
    public let coordinator: RequestCoordinator

    /// Whom they are asked of, if there is a choice; `nil` for a client of one base.
    public let sources: DataSources?

    private let baseURL: URL?
    private let defaults: Lock<HTTPOptions>

    private init(
        _ coordinator: RequestCoordinator,
        _ sources: DataSources?,
        _ baseURL: URL?,
        _ options: HTTPOptions
    ) {
        self.coordinator = coordinator
        self.sources = sources
        self.baseURL = baseURL
        defaults = Lock(options)
    }

    /// A client that calls by a coordinator; what has no base has this one.
    public convenience init(
        coordinator: RequestCoordinator,
        baseURL: URL? = nil,
        options: HTTPOptions = HTTPOptions()
    ) {
        self.init(coordinator, nil, baseURL, options)
    }

    /// A client that calls by a coordinator, which has to have the sources' ``DataSources/transport``.
    public convenience init(
        coordinator: RequestCoordinator,
        sources: DataSources,
        options: HTTPOptions = HTTPOptions()
    ) {
        self.init(coordinator, sources, nil, options)
    }

    /// A client with a coordinator of its own over these sources and stores.
    public convenience init(
        sources: DataSources,
        stores: [any Store] = [],
        options: HTTPOptions = HTTPOptions(),
        configuration: RequestCoordinator.Configuration = .init()
    ) {
        let transports = [sources.transport]
        let coordinator = RequestCoordinator(transports: transports, stores: stores, configuration: configuration)
        self.init(coordinator: coordinator, sources: sources, options: options)
    }

    /// A client with a coordinator of its own over one transport; what has no base is joined to `baseURL`.
    public convenience init(
        baseURL: URL?,
        transport: any Transport = HTTPTransport(),
        stores: [any Store] = [],
        options: HTTPOptions = HTTPOptions(),
        configuration: RequestCoordinator.Configuration = .init()
    ) {
        let coordinator = RequestCoordinator(transports: [transport], stores: stores, configuration: configuration)
        self.init(coordinator: coordinator, baseURL: baseURL, options: options)
    }

    /// The options of every resource that does not have its own, for calls that are made from now on.
    public var options: HTTPOptions {
        get { defaults.withLock { $0 } }
        set { defaults.withLock { $0 = newValue } }
    }

    /// The resource as it is called now: with base, source and options filled in.
    ///
    /// An option that both have is the resource's.
    public func prepared<Response>(_ resource: Resource<Response>) -> Resource<Response> {
        var prepared = resource
        prepared.options = options.merging(resource.options)
        let source = sources.map { resource.source ?? $0.current }
        prepared.source = source ?? resource.source
        if prepared.base == nil, !resource.path.isAbsolute {
            prepared.base = baseURL ?? source.flatMap { sources?[$0]?.baseURL }
        }
        return prepared
    }
}

extension HTTPClient: CustomReflectable {
    /// No parts: its base and its options may hold secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
