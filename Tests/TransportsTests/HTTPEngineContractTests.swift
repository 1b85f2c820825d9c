import Foundation
import LoopbackServer
import RequestTransports
import TestSupport
import Testing

/// What the transport relies on, of every engine alike.
@Suite(.timeLimit(.minutes(3)))
struct HTTPEngineContractTests {
    enum Kind: CaseIterable, Sendable {
        case urlSession

        var engine: any HTTPEngine {
            switch self {
            case .urlSession: URLSessionEngine(idleTimeout: .seconds(60), maximumConnectionsPerHost: 64)
            }
        }
    }

    /// What was heard of one exchange.
    private final class Events: Sendable {
        let all = Log<HTTPEngineEvent>()
        let ends = Counter()

        func receive(_ event: HTTPEngineEvent) {
            all.append(event)
            if case .ended = event { ends.increment() }
        }

        var heads: [Int] {
            all.all.compactMap { event in
                if case .head(let head) = event { head.status } else { nil }
            }
        }

        var body: Data {
            all.all.reduce(into: Data()) { body, event in
                if case .body(let piece) = event { body += piece }
            }
        }

        var errors: [HTTPTransportError.Code] {
            all.all.compactMap { event in
                if case .ended(let error) = event { error?.code } else { nil }
            }
        }
    }

    private func exchange(_ url: String) throws -> HTTPExchange {
        HTTPExchange(method: .get, url: try #require(URL(string: url)))
    }

    @Test(arguments: Kind.allCases)
    func onlyFinalHeadsAreTold(kind: Kind) async throws {
        let server = try LoopbackServer { _ in .interim(100).then(.interim(103)).then(.text("final")) }
        defer { server.stop() }
        let events = Events()
        _ = kind.engine.start(try exchange(server.url("/"))) { events.receive($0) }
        await events.ends.reach(1)
        #expect(events.heads == [200])
        #expect(events.body == Data("final".utf8))
        #expect(events.errors.isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func redirectsAndChallengesAreTheAnswer(kind: Kind) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/moved": .status(302, headers: ["Location": "/elsewhere"], body: Array("moved".utf8))
            default: .status(401, headers: ["WWW-Authenticate": #"Basic realm="here""#], body: Array("who?".utf8))
            }
        }
        defer { server.stop() }
        for (path, status, body) in [("/moved", 302, "moved"), ("/private", 401, "who?")] {
            let events = Events()
            _ = kind.engine.start(try exchange(server.url(path))) { events.receive($0) }
            await events.ends.reach(1)
            #expect(events.heads == [status])
            #expect(events.body == Data(body.utf8))
            #expect(events.errors.isEmpty)
            #expect(server.requestCount(for: path) == 1)
        }
        #expect(server.requestCount(for: "/elsewhere") == 0)
    }

    @Test(arguments: Kind.allCases)
    func aCancelledExchangeEndsOnce(kind: Kind) async throws {
        let server = try LoopbackServer { _ in .awaitPeerClose }
        defer { server.stop() }
        let engine = kind.engine
        let early = Events()
        let cancelEarly = engine.start(try exchange(server.url("/early"))) { early.receive($0) }
        cancelEarly()
        cancelEarly()
        await early.ends.reach(1)
        #expect(early.errors == [.cancelled])

        let held = Events()
        let cancelHeld = engine.start(try exchange(server.url("/held"))) { held.receive($0) }
        await server.waitForRequests(to: "/held")
        cancelHeld()
        await held.ends.reach(1)
        await server.waitForOpenConnections(atMost: 0)
        cancelHeld()
        #expect(held.errors == [.cancelled])
        #expect(held.ends.value == 1)
        #expect(early.ends.value == 1)
    }

    @Test(arguments: Kind.allCases)
    func anEngineKeepsItsExchangesUntilTheyEnd(kind: Kind) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.text("late")) }
        defer { server.stop() }
        let events = Events()
        _ = kind.engine.start(try exchange(server.url("/late"))) { events.receive($0) }
        await server.waitForRequests(to: "/late")
        hold.release()
        await events.ends.reach(1)
        #expect(events.body == Data("late".utf8))
        await server.waitForOpenConnections(atMost: 0)
    }
}
