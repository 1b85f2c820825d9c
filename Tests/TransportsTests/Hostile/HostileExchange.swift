import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// Runs one row on one engine and tells how it ended.
struct HostileExchange {
    /// The first exchange of a row with a stale connection.
    private static let warmPath = "/warm"
    private static let limit = Duration.seconds(30)

    private let row: HostileRow
    private let kind: HostileRow.Kind
    private let hold: Hold
    /// Keeps the server from answering before the exchange can be given up.
    private let begun: Hold

    /// How a row ends, asked for as a whole or in the streamed form.
    static func outcome(
        of row: HostileRow,
        on kind: HostileRow.Kind,
        streamed: Bool = false
    ) async throws -> HostileOutcome {
        try await HostileExchange(row: row, kind: kind, hold: Hold(), begun: Hold()).outcome(streamed: streamed)
    }

    private func outcome(streamed: Bool) async throws -> HostileOutcome {
        let server = try makeServer()
        defer {
            begun.release()
            hold.release()
            server.stop()
        }
        if row.usesStaleConnection { return try await outcome(on: server, behind: kind.engine, streamed: streamed) }
        return try await outcome(on: server, over: kind.engine, streamed: streamed)
    }

    private func makeServer() throws -> LoopbackServer {
        let script: HostileRow.Script = { [row, begun] in .awaitRelease(begun).then(row.script($0, $1)) }
        return try LoopbackServer(
            answeringHeads: { [row, hold] in
                row.answersHead && $0.path != Self.warmPath ? script($0, hold) : nil
            },
            answering: { [hold] in
                $0.path == Self.warmPath ? .text("warm").then(.awaitBytes).then(.close) : script($0, hold)
            }
        )
    }

    /// The exchange after another one, on the connection that this one left.
    private func outcome(
        on server: LoopbackServer,
        behind engine: any HTTPEngine,
        streamed: Bool
    ) async throws -> HostileOutcome {
        let transport = HTTPTransport(.init(), engine: engine, clock: ContinuousClock())
        _ = try await transport.response(for: Ask(server.url(Self.warmPath)))
        return try await outcome(on: server, over: engine, streamed: streamed)
    }

    private func outcome(
        on server: LoopbackServer,
        over engine: any HTTPEngine,
        streamed: Bool
    ) async throws -> HostileOutcome {
        let meter = EngineMeter(engine, cue: row.cue)
        let clock = TestClock()
        let limit = row.limit(on: kind)
        let configuration = HTTPTransport.Configuration(
            headTimeout: limit == .head ? Self.limit : nil,
            idleTimeout: limit == .idle ? Self.limit : Self.limit * 100,
            timeout: limit == .total ? Self.limit : nil,
            maximumBodyBytes: 100_000
        )
        let transport = HTTPTransport(configuration, engine: meter, clock: clock)
        let request = HostileRequest(row, to: server.url("/row/start"))
        let answer = streamed ? transport.begin(request.streamed) : transport.begin(request)
        begun.release()
        async let end = end(of: answer)
        if row.cue != nil { await meter.cued.pass() }
        hold.release()
        if limit != nil {
            let isOver = await isOver(answer, before: server)
            if !isOver {
                await clock.waitForSleepers()
                clock.advance(by: Self.limit)
            }
        }
        let ending = try await end
        // Only now does the server go: until then it is the row that says what it does.
        await meter.waitUntilIdle()
        return HostileOutcome(
            end: ending,
            bodyBytes: meter.bodyBytes,
            requests: server.record.requestCount(except: Self.warmPath)
        )
    }

    /// Whether it ends before the server has the request.
    private func isOver(_ answer: Answer, before server: LoopbackServer) async -> Bool {
        guard row.usesStaleConnection else {
            await server.waitForRequests(to: "/row/start")
            return false
        }
        let decided = Gate()
        Task {
            await answer.waitForEnd()
            decided.open()
        }
        let connection = Task {
            // A request that was sent again on a second connection may never be whole.
            await server.waitForConnections(2)
            decided.open()
        }
        await decided.pass()
        connection.cancel()
        return answer.answers > 0
    }

    private func end(of answer: Answer) async throws -> HostileOutcome.End {
        do {
            let payload = try await answer.payload()
            guard let streamed = payload as? HTTPStreamedResponse else {
                return .answer(try #require(payload as? HTTPResponse).status)
            }
            for try await _ in streamed.body {}
            return .answer(streamed.status)
        } catch let error as HTTPError {
            return .answer(error.status)
        } catch let error as HTTPTransportError {
            return .failure(error.code, timeout: error.timeout, allowsRetry: error.allowsRetry(of: row.method))
        }
    }
}

/// What is asked of a hostile server.
struct HostileRequest: HTTPRequest {
    typealias Response = HTTPResponse

    /// The same, with a body that is read as it comes.
    struct Streamed: HTTPRequest {
        typealias Response = HTTPStreamedResponse
        let request: HostileRequest
        var method: HTTPMethod { request.method }
        var url: String { request.url }
        var body: HTTPBody? { request.body }
    }

    let method: HTTPMethod
    let url: String
    private let bodySize: Int?

    init(_ row: HostileRow, to url: String) {
        method = row.method
        bodySize = row.bodySize
        self.url = url
    }

    var body: HTTPBody? { bodySize.map { .bytes(Data(repeating: 1, count: $0)) } }

    var streamed: Streamed { Streamed(request: self) }
}
