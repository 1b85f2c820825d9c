import Foundation
import LoopbackServer
import RequestTransports
import TestSupport
import Testing

/// What the transport relies on, of every engine alike.
@Suite(.timeLimit(.minutes(3)))
struct HTTPEngineContractTests {
    enum Kind: CaseIterable, Sendable {
        #if CURL_ENGINE
            case curl
        #endif
        case urlSession

        var engine: any HTTPEngine {
            switch self {
            #if CURL_ENGINE
                case .curl: CurlEngine()
            #endif
            case .urlSession: URLSessionEngine(maximumConnectionsPerHost: 64)
            }
        }
    }

    private func exchange(_ url: String) throws -> HTTPExchange {
        HTTPExchange(method: .get, url: try #require(URL(string: url)))
    }

    @Test(arguments: Kind.allCases)
    func finalHeadsAreToldApartFromInterimOnes(kind: Kind) async throws {
        let server = try LoopbackServer { _ in .interim(100).then(.interim(103)).then(.text("final")) }
        defer { server.stop() }
        let events = EngineEvents()
        _ = kind.engine.start(try exchange(server.url("/")), informing: events)
        await events.ends.reach(1)
        #expect(events.interimHeads == 2)
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
            let events = EngineEvents()
            _ = kind.engine.start(try exchange(server.url(path)), informing: events)
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
        let early = EngineEvents()
        let earlyTransfer = engine.start(try exchange(server.url("/early")), informing: early)
        earlyTransfer.cancel()
        earlyTransfer.cancel()
        await early.ends.reach(1)
        #expect(early.errors == [.cancelled])

        let held = EngineEvents()
        let heldTransfer = engine.start(try exchange(server.url("/held")), informing: held)
        await server.waitForRequests(to: "/held")
        heldTransfer.cancel()
        await held.ends.reach(1)
        await server.waitForOpenConnections(atMost: 0)
        heldTransfer.cancel()
        #expect(held.errors == [.cancelled])
        #expect(held.ends.value == 1)
        #expect(early.ends.value == 1)
    }

    @Test(arguments: Kind.allCases)
    func anEngineKeepsItsExchangesUntilTheyEnd(kind: Kind) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.text("late")) }
        defer { server.stop() }
        let events = EngineEvents()
        _ = kind.engine.start(try exchange(server.url("/late")), informing: events)
        await server.waitForRequests(to: "/late")
        hold.release()
        await events.ends.reach(1)
        #expect(events.body == Data("late".utf8))
        await server.waitForOpenConnections(atMost: 0)
    }
}
