#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// Hands each request to the transport of its source.
///
/// One that names no source goes to the current one. Its answer is decoded by whoever gave it, also when another one is
/// current by then; so it is handed on together with that.
struct DataSourceTransport: Transport {
    private let sources: DataSources

    init(_ sources: DataSources) {
        self.sources = sources
    }

    /// Also what is asked of a source that is missing, so that it is told so.
    func supports<R: Request>(_ request: R) -> Bool {
        sources[source(of: request)].map { $0.transport.supports(request) } ?? (request is any HTTPRequest)
    }

    func restores<R: Request>(_ request: R) -> Bool {
        sources[source(of: request)]?.transport.restores(request) ?? false
    }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let site: DataSources.Site
        do throws(DataSourceError) { site = try sources.site(of: source(of: request)) } catch {
            return channel.finish(.failure(error))
        }
        guard let sourced = request as? any SourcedRequest else {
            return start(request, at: site, answering: channel)
        }
        let based = sourced.joined(to: site.baseURL)
        guard sourced.source == nil else { return site.transport.start(based, answering: channel) }
        start(based, at: site, answering: channel)
    }

    private func start<R: Request>(_ request: R, at site: DataSources.Site, answering channel: ResultChannel) {
        let relay = ResultRelay { result in
            switch result {
            case .progress(let progress): channel.progress(progress)
            case .finished(.success(let payload as any RawPayload)):
                channel.finish(.success(RawSourcePayload(payload: payload, transport: site.transport)))
            case .finished(.success(let payload)):
                channel.finish(.success(SourcePayload(payload: payload, transport: site.transport)))
            case .finished(.failure(let error)): channel.finish(.failure(error))
            }
        }
        channel.onCancel { relay.cancel() }
        site.transport.start(request, answering: relay.makeChannel())
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        switch payload {
        case let payload as RawSourcePayload:
            return try payload.transport.decode(payload.payload, for: request, from: origin)
        case let payload as SourcePayload:
            return try payload.transport.decode(payload.payload, for: request, from: origin)
        default:
            let site = try sources.site(of: source(of: request))
            return try site.transport.decode(payload, for: request, from: origin)
        }
    }

    /// As the current source has it: what a request of another one does is for its options.
    var showsActivity: Bool { sources[sources.current]?.transport.showsActivity ?? false }

    private func source(of request: some Request) -> DataSource {
        (request as? any SourcedRequest)?.source ?? sources.current
    }
}

/// A request that may name its source and may have no base.
private protocol SourcedRequest: Request {
    var source: DataSource? { get }
    func joined(to base: URL?) -> Self
}

extension Resource: SourcedRequest {
    fileprivate func joined(to base: URL?) -> Resource {
        guard self.base == nil, let base else { return self }
        var resource = self
        resource.base = base
        return resource
    }
}

/// An answer that can be stored, with what decodes it.
private struct RawSourcePayload: RawPayload {
    let payload: any RawPayload
    let transport: any Transport
    var rawBytes: Data { payload.rawBytes }
}

/// An answer with what decodes it.
private struct SourcePayload: Sendable {
    let payload: any Sendable
    let transport: any Transport
}
