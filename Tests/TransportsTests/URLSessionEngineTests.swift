import Dispatch
import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// What keeps `URLSession` from blocking its callers, or from ending the process, when it is cancelled.
@Suite(.timeLimit(.minutes(3)))
struct URLSessionEngineTests {
    private let control = DispatchQueue(label: "URLSessionEngineTests")

    private func makeEngine() -> URLSessionEngine {
        URLSessionEngine(maximumConnectionsPerHost: 64, control: control)
    }

    private func exchange(_ url: String) throws -> HTTPExchange {
        HTTPExchange(method: .get, url: try #require(URL(string: url)))
    }

    @Test func noCallerTouchesATask() async throws {
        let server = try LoopbackServer { $0.path == "/held" ? .awaitPeerClose : .text("whole") }
        defer { server.stop() }
        let engine = makeEngine()
        let (held, whole, never) = (EngineEvents(), EngineEvents(), EngineEvents())
        let transfer = engine.start(try exchange(server.url("/held")), informing: held)
        await server.waitForRequests(to: "/held")

        control.suspend()
        transfer.cancel()
        _ = engine.start(try exchange(server.url("/whole")), informing: whole)
        engine.start(try exchange(server.url("/never")), informing: never).cancel()
        #expect([held, whole, never].map(\.ends.value) == [0, 0, 0])
        control.resume()

        for events in [held, whole, never] { await events.ends.reach(1) }
        #expect(held.errors == [.cancelled])
        #expect(whole.body == Data("whole".utf8))
        #expect(never.errors == [.cancelled])
        #expect(server.requestCount(for: "/never") == 0)
    }

    /// What a redirect or a challenge asks for is answered only while the task runs.
    @Test(arguments: [302, 401], [false, true])
    func aQuestionAfterTheCancellationIsNotAnswered(status: Int, isCancelledFirst: Bool) async throws {
        let hold = try Hold()
        let headers: KeyValuePairs = ["Location": "/elsewhere", "WWW-Authenticate": #"Basic realm="here""#]
        let server = try LoopbackServer { _ in .hold(hold).then(.status(status, headers: headers)) }
        defer { server.stop() }
        let engine = makeEngine()
        let all = (0..<20).map { _ in EngineEvents() }
        let transfers = try all.map { engine.start(try exchange(server.url("/")), informing: $0) }
        await server.waitForRequests(20, to: "/")
        control.suspend()
        if isCancelledFirst { for transfer in transfers { transfer.cancel() } }
        hold.release()
        if !isCancelledFirst { for transfer in transfers { transfer.cancel() } }
        control.resume()
        for events in all { await events.ends.reach(1) }
        await server.waitForOpenConnections(atMost: 20)
        #expect(all.allSatisfy { $0.ends.value == 1 })
        // Those that were answered before they were cancelled have their answer.
        #expect(all.allSatisfy { $0.errors == [.cancelled] || $0.heads == [status] })
        #expect(server.requestCount(for: "/elsewhere") == 0)
    }

    @Test func aLargeBodyThatIsMadeIsCollectedInAFile() async throws {
        let server = try LoopbackServer { .text("\($0.body.count) \($0["Content-Length"] ?? "none")") }
        defer { server.stop() }
        func names() throws -> Set<String> {
            let folder = FileManager.default.temporaryDirectory.path()
            return Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("body-") })
        }
        let before = try names()
        let transport = HTTPTransport(.init(engine: .urlSession))
        let piece = Data(repeating: 7, count: 3 << 20)
        for count in [0, 1, 30] {
            let body = HTTPBody.stream {
                AsyncStream { continuation in
                    for _ in 0..<count { continuation.yield(piece) }
                    continuation.finish()
                }
            }
            let answer = try await transport.response(for: Ask(server.url("/\(count)"), method: .put, body: body))
            let size = count * piece.count
            #expect(answer.body == Data("\(size) \(size)".utf8))
        }
        let sent = try #require(server.record.requests(to: "/1").first)
        #expect(sent.body.allSatisfy { $0 == 7 })
        // Nothing is left behind.
        #expect(try names().subtracting(before).isEmpty)
    }

    /// In a process of its own: a system that reads ahead of a transfer that is over may end the process.
    @Test func largeBodiesThatAreCutShortHarmNothing() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(answeringHeads: { _ in .awaitBytes.then(.reset) }) { _ in .status(200) }
            defer { server.stop() }
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data(count: 8 << 20).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }  // It is in the temporary folder anyway.
            let transport = HTTPTransport(.init(engine: .urlSession, maximumConnectionsPerHost: 64))
            for round in 1...25 {
                let answers = (0..<8).map { _ in
                    transport.begin(Ask(server.url("/"), method: .put, body: .file(file)))
                }
                await server.waitForRequests(8 * round - 4, to: "/")
                for answer in answers.prefix(3) { answer.cancel() }
                for answer in answers.dropFirst(3) { await answer.waitForEnd() }
            }
        }
    }

    @Test func aBodyThatIsMadeIsCollectedUpToALimitWhereNoFilesAreSent() async throws {
        let server = try LoopbackServer { .text("\($0.body.count)") }
        defer { server.stop() }
        let engine = CollectingEngine(makeEngine())
        let piece = Data(repeating: 1, count: 1 << 20)
        func post(_ count: Int) async throws -> EngineEvents {
            let upload = HTTPUpload {
                AsyncStream { continuation in
                    for _ in 0..<count { continuation.yield(piece) }
                    continuation.finish()
                }
            }
            let events = EngineEvents()
            let url = try #require(URL(string: server.url("/\(count)")))
            _ = engine.start(HTTPExchange(method: .post, url: url, upload: upload), informing: events)
            await events.ends.reach(1)
            return events
        }
        let whole = try await post(2)
        #expect(whole.body == Data("\(2 << 20)".utf8))
        let tooLarge = try await post(CollectingEngine.maximumBytes >> 20 + 1)
        #expect(tooLarge.errors == [.bodyFailed])
        #expect(server.record.requestCount(except: "/2") == 0)
    }
}
