import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// Routes over real connections: however a call is made and however it ends, nothing is left of it.
@Suite(.timeLimit(.minutes(3)))
struct RouteConnectionTests {
    struct Unexpected: Error {}

    struct Routes {
        @GET("pets/7", as: PetResponse.self) var pet: Resource<Pet>
    }

    /// How a call is made.
    enum Form: CaseIterable, Sendable { case awaited, streamed, completed }

    /// How a call is called off.
    enum Way: CaseIterable, Sendable { case byItsOwner, byResource, byClient }

    /// How far the server has come by then.
    enum Progress: CaseIterable, Sendable {
        case asked, inTheBody

        var script: ServerScript {
            switch self {
            case .asked: .awaitPeerClose
            case .inTheBody:
                .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"id")
                    .then(.awaitPeerClose)
            }
        }
    }

    /// A call under way.
    private struct Call {
        /// What its owner calls it off by: its task or its handle.
        let cancel: @Sendable () async -> Void
        let outcome: @Sendable () async -> HTTPOutcome<Pet>
    }

    private func begin(_ form: Form, _ route: Resource<Pet>, by client: HTTPClient) -> Call {
        switch form {
        case .awaited:
            let task = Task { await client.outcome(of: route) }
            return Call(cancel: { task.cancel() }, outcome: { await task.value })
        case .streamed:
            let task = Task { () -> HTTPOutcome<Pet> in
                do {
                    var last: Pet?
                    for try await element in client.responses(to: route) { last = element.value ?? last }
                    guard let last else { throw Unexpected() }
                    return .value(last)
                } catch {
                    return HTTPOutcome(CallOutcome(.failure(error)))
                }
            }
            return Call(cancel: { task.cancel() }, outcome: { await task.value })
        case .completed:
            let (log, told) = (Log<HTTPOutcome<Pet>>(), Counter())
            let handle = client.request(route) { outcome in
                log.append(outcome)
                told.increment()
            }
            return Call(cancel: { handle.cancel() }) {
                await told.reach(1)
                // Twice would be seen here or in the next call's count.
                return log.all.count == 1 ? log.all[0] : .failure(Unexpected())
            }
        }
    }

    private func makeClient(_ server: LoopbackServer, _ engine: HTTPTransport.Engine) -> HTTPClient {
        HTTPClient(baseURL: URL(string: server.url("")), transport: HTTPTransport(.init(engine: engine)))
    }

    @Test(arguments: HTTPTransport.Engine.available, Form.allCases)
    func whatIsAnsweredLeavesNothing(engine: HTTPTransport.Engine, form: Form) async throws {
        let server = try LoopbackServer { _ in .json(#"{"id":7}"#) }
        defer { server.stop() }
        do {
            let client = makeClient(server, engine)
            let route = Routes().pet
            for count in 1...3 {
                let outcome = await begin(form, route, by: client).outcome()
                #expect(outcome.value == Pet(id: 7))
                await client.coordinator.waitUntilIdle()
                #expect(await !client.contains(route))
                #expect(server.requestCount(for: "/pets/7") == count)
            }
            // An answer that was read leaves its connection to the next request.
            if engine == .curl { #expect(server.record.connections == 1) }
        }
        // With the client go its connections.
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: HTTPTransport.Engine.available, Form.allCases)
    func whatIsCalledOffEndsItsConnection(engine: HTTPTransport.Engine, form: Form) async throws {
        let progress = Lock(Progress.asked)
        let server = try LoopbackServer { _ in progress.withLock { $0 }.script }
        defer { server.stop() }
        let client = makeClient(server, engine)
        let route = Routes().pet
        var count = 0
        for (place, way) in Progress.allCases.flatMap({ place in Way.allCases.map { (place, $0) } }) {
            progress.withLock { $0 = place }
            count += 1
            let call = begin(form, route, by: client)
            await server.waitForRequests(count, to: "/pets/7")
            #expect(await client.contains(route))
            switch way {
            case .byItsOwner: await call.cancel()
            case .byResource: #expect(await client.cancel(route) == 1)
            case .byClient: #expect(await client.cancelAll() == 1)
            }
            guard case .cancelled(.cancelled) = await call.outcome() else {
                Issue.record("\(place), \(way): \(await call.outcome())")
                continue
            }
            await server.waitForPeerCloses(count)
            await client.coordinator.waitUntilIdle()
            #expect(await !client.contains(route))
        }
        await server.waitForOpenConnections(atMost: 0)
        #expect(server.record.connections == count)
    }

    /// Ten calls, of which some wait for a connection: the client is dropped, and each is told so once.
    @Test(arguments: HTTPTransport.Engine.available)
    func aReleasedClientTellsEachOfItsCalls(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .awaitPeerClose }
        defer { server.stop() }
        let (log, told) = (Log<HTTPOutcome<Pet>>(), Counter())
        do {
            let transport = HTTPTransport(.init(engine: engine, maximumConnectionsPerHost: 4))
            let client = HTTPClient(baseURL: URL(string: server.url("")), transport: transport)
            for _ in 0..<10 {
                client.request(Routes().pet) { outcome in
                    log.append(outcome)
                    told.increment()
                }
            }
            await server.waitForRequests(4, to: "/pets/7")
        }
        await told.reach(10)
        await server.waitForOpenConnections(atMost: 0)
        #expect(log.all.count == 10)
        for outcome in log.all {
            guard case .cancelled(.released) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aShutDownEndsEachFormOfCall(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .awaitPeerClose }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine, maximumConnectionsPerHost: 4))
        let client = HTTPClient(baseURL: URL(string: server.url("")), transport: transport)
        let copy = HTTPClient(baseURL: URL(string: server.url("/copy")), transport: transport)
        let calls = (0..<9).map { begin(Form.allCases[$0 % 3], Routes().pet, by: client) }
        await client.coordinator.waitForCallers(9)
        await client.coordinator.shutDown()
        for call in calls {
            let outcome = await call.outcome()
            guard case .cancelled(.shutDown) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
        guard case .cancelled(.shutDown) = await client.outcome(of: Routes().pet) else { throw Unexpected() }
        // Another client over the same transport goes on.
        let other = begin(.awaited, Routes().pet, by: copy)
        await server.waitForRequests(to: "/copy/pets/7")
        #expect(await copy.cancelAll() == 1)
        guard case .cancelled(.cancelled) = await other.outcome() else { throw Unexpected() }
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aCallerWhoLeavesEndsNobodyElsesCall(engine: HTTPTransport.Engine) async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.json(#"{"id":7}"#)) }
        defer {
            hold.release()
            server.stop()
        }
        let client = makeClient(server, engine)
        let route = Routes().pet
        let first = Task { await client.outcome(of: route, duplicates: .join) }
        await server.waitForRequests(to: "/pets/7")
        let second = Task { await client.outcome(of: route, duplicates: .join) }
        await client.coordinator.waitForCallers(2)
        first.cancel()
        guard case .cancelled(.cancelled) = await first.value else { throw Unexpected() }
        hold.release()
        #expect(await second.value.value == Pet(id: 7))
        #expect(server.record.peerCloses == 0)
        #expect(server.requestCount(for: "/pets/7") == 1)
    }
}
