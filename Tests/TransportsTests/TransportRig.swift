import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport

/// A transport of any kind together with what answers it, so that one suite can hold all of them to the same contract.
struct TransportRig: Sendable {
    enum Kind: CaseIterable, Sendable { case http, httpOverURLSession, mapped, mock, recording, requestMock, scripted }

    /// A request that every transport serves; its answer waits until the rig lets it go.
    struct Probe: HTTPRequest, MockableRequest, Hashable {
        typealias Response = [String]
        var url = ""
        var method = HTTPMethod.get
        var mockDelay: Duration { .seconds(1) }
        func mockResponse(helper: Void) throws -> [String] { ["ok"] }
    }

    let transport: any Transport
    var probe = Probe()

    /// Waits until that many flights are under way.
    let started: @Sendable (Int) async throws -> Void

    /// Lets every flight under way be answered.
    let release: @Sendable (Int) async throws -> Void

    /// Waits until that many flights have heard that they are cancelled.
    let cancelled: @Sendable (Int) async throws -> Void

    /// Ends what stands behind the transport.
    let tearDown: @Sendable () -> Void

    static func make(_ kind: Kind) throws -> TransportRig {
        switch kind {
        case .http: try http(.automatic)
        case .httpOverURLSession: try http(.urlSession)
        case .mapped:
            onClock { clock in
                let transport = MappedMockTransport(clock: clock)
                transport.register(Probe.self, delay: .seconds(1)) { _ in ["ok"] }
                return transport
            }
        case .recording:
            onClock { RecordingTransport(wrapping: MockTransport(clock: $0)) }
        case .mock:
            onClock { MockTransport(clock: $0) }
        case .requestMock:
            onClock { RequestMockTransport(delay: .seconds(1), clock: $0) { (_: Probe) in ["ok"] } }
        case .scripted: scripted()
        }
    }

    private static func http(_ engine: HTTPTransport.Engine) throws -> TransportRig {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.json(#"["ok"]"#)) }
        return TransportRig(
            transport: HTTPTransport(.init(engine: engine, maximumConnectionsPerHost: 300)),
            probe: Probe(url: server.url("/probe")),
            started: { count in await server.waitForRequests(count, to: "/probe") },
            release: { _ in hold.release() },
            cancelled: { count in await server.waitForPeerCloses(count) },
            tearDown: { server.stop() }
        )
    }

    private static func onClock(_ transport: (TestClock) -> any Transport) -> TransportRig {
        let clock = TestClock()
        return TransportRig(
            transport: transport(clock),
            started: { count in await clock.waitForSleepers(count) },
            release: { _ in clock.advance(by: .seconds(1)) },
            // Cancelling a sleeper takes it off the clock before it returns.
            cancelled: { _ in },
            tearDown: {}
        )
    }

    private static func scripted() -> TransportRig {
        let transport = ScriptedTransport()
        let flights = Log<ScriptedFlight<Probe>>()
        return TransportRig(
            transport: transport,
            started: { count in
                while flights.all.count < count { flights.append(try await transport.next(Probe.self)) }
            },
            release: { _ in
                for flight in flights.all { flight.answer(["ok"]) }
            },
            cancelled: { count in
                for flight in flights.all.prefix(count) { try await flight.cancelled() }
            },
            tearDown: {}
        )
    }
}
