#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import RequestScheduler

/// Answers every ``MockableRequest`` that says it is mocked, without a server.
///
/// Put it before the transport it stands in for. Its payload is the response itself; a cancelled flight's delay ends at
/// once, and nothing is asked of the request then.
public actor MockTransport: Transport {
    private struct HelperName: Hashable {
        let type: ObjectIdentifier
        let id: RequestKey
    }

    private nonisolated let clock: any Clock<Duration>
    private var helpers: [HelperName: any Sendable] = [:]

    /// A transport whose delays pass on this clock.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// Whether it is mockable and mocked.
    public nonisolated func supports<R: Request>(_ request: R) -> Bool {
        (request as? any MockableRequest)?.isMocked == true
    }

    /// Whether its payload could have been stored as bytes: only `Data` is.
    public nonisolated func restores<R: Request>(_ request: R) -> Bool {
        R.Response.self == Data.self && supports(request)
    }

    /// Starts a task that waits for the delay and asks the request.
    public nonisolated func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let request = request as? any MockableRequest else {
            return channel.finish(.failure(MockError.unsupportedRequest))
        }
        serve(request, answering: channel)
    }

    /// The response, as the request gave it.
    public nonisolated func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        guard let response = payload as? R.Response else { throw MockError.unexpectedPayload }
        return response
    }

    private nonisolated func serve<R: MockableRequest>(_ request: R, answering channel: ResultChannel) {
        let delay = request.mockDelay
        let task = Task { [clock] in
            if delay > .zero {
                do { try await clock.sleep(for: min(delay, .longestSleep)) } catch { return }
            }
            guard !Task.isCancelled, let helper = await helper(for: request) else { return }
            channel.finish(Result { try request.mockResponse(helper: helper) }.map { $0 })
        }
        channel.onCancel { task.cancel() }
    }

    /// The one helper of this type and id.
    private func helper<R: MockableRequest>(for request: R) -> R.MockHelper? {
        let name = HelperName(type: ObjectIdentifier(R.MockHelper.self), id: request.mockHelperID)
        if let helper = helpers[name] { return helper as? R.MockHelper }
        let helper = request.makeMockHelper()
        helpers[name] = helper
        return helper
    }
}
