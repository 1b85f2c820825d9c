import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport

/// Many callers at once among hostile servers, some of whom leave at any moment.
final class HostileChaos: Sendable {
    /// What came of it.
    struct Tally: Sendable {
        var calls = 0
        var cancellations = 0
        var ends = 0
        var answers = 0
        /// How often a completion was to run, and ran.
        var toBeTold = 0
        var told = 0
        var behaviours: Set<String> = []
        /// Calls whose kept connections were dead, one after the other, until libcurl gave up; sending again is safe.
        var losses = 0
        /// Calls that the open-source Foundation forgot on a busy machine; their time ended them, and sending again is safe.
        var stalls = 0
        /// Calls that ended in a way that is not theirs.
        var faults: [String] = []
    }

    static let workers = 64

    let kind: HostileRow.Kind
    let seed: UInt64

    /// Those that end by themselves, without ending the process or moving too much.
    private let rows: [HostileRow]
    /// Those that a caller has to leave.
    private let silentRows: [HostileRow]
    private let tally = Lock(Tally())

    init(kind: HostileRow.Kind, seed: UInt64) {
        self.kind = kind
        self.seed = seed
        let rows = HostileRow.all.filter { row in
            !row.isHeavy && !row.usesStaleConnection && !row.poisonsConnections && !row.kills(kind)
        }
        self.rows = rows.filter { $0.limit == nil }
        silentRows = rows.filter { $0.limit != nil }
    }

    /// Lets the workers call for so long, and returns when every call has ended and nothing is left.
    func run(for duration: Duration) async throws -> Tally {
        let hold = try Hold()
        // What is held in the table goes on at once here.
        hold.release()
        let server = try LoopbackServer(
            answeringHeads: { request in
                guard let row = Self.row(of: request), row.answersHead else { return nil }
                return row.script(request, hold)
            },
            answering: { request in Self.row(of: request)?.script(request, hold) ?? .status(404) }
        )
        defer { server.stop() }
        try await call(server, until: .now + duration)
        // The transport is released: with it go its connections.
        await server.waitForOpenConnections(atMost: 0)
        return tally.withLock { $0 }
    }

    private func call(_ server: LoopbackServer, until end: ContinuousClock.Instant) async throws {
        let configuration = HTTPTransport.Configuration(headTimeout: .seconds(5), maximumBodyBytes: 100_000)
        let transport = HTTPTransport(configuration, engine: kind.engine, clock: ContinuousClock())
        let coordinator = RequestCoordinator(transports: [transport])
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.workers {
                group.addTask { [self] in
                    var random = SeededRandom(seed: seed &+ UInt64(worker))
                    while ContinuousClock.now < end { await call(server, by: coordinator, with: &random) }
                }
            }
        }
        await coordinator.waitUntilIdle()
        let left = await coordinator.snapshot()
        if !left.isEmpty { tally.withLock { $0.faults.append("\(left.count) flights are left") } }
    }

    /// One call, in either form, which its caller may leave.
    private func call(
        _ server: LoopbackServer,
        by coordinator: RequestCoordinator,
        with random: inout SeededRandom
    ) async {
        let leaves = Int.random(in: 0..<10, using: &random) < 4
        let candidates = leaves ? rows + silentRows : rows
        let row = candidates[Int.random(in: 0..<candidates.count, using: &random)]
        let request = HostileRequest(row, to: server.url("/\(Self.index(of: row))/start"))
        let patience = leaves ? Int.random(in: 0..<400, using: &random) : nil
        tally.withLock { tally in
            tally.calls += 1
            tally.cancellations += leaves ? 1 : 0
            tally.behaviours.insert(row.name)
        }
        let outcome =
            Bool.random(using: &random)
            ? await awaitedOutcome(of: request, by: coordinator, leavingAfter: patience)
            : await toldOutcome(of: request, by: coordinator, leavingAfter: patience)
        take(outcome, of: row, left: leaves)
    }

    private func awaitedOutcome(
        of request: HostileRequest,
        by coordinator: RequestCoordinator,
        leavingAfter patience: Int?
    ) async -> CallOutcome<HTTPResponse> {
        let task = Task { try await coordinator.response(for: request) }
        if let patience {
            for _ in 0..<patience { await Task.yield() }
            task.cancel()
        }
        return CallOutcome(await task.result)
    }

    private func toldOutcome(
        of request: HostileRequest,
        by coordinator: RequestCoordinator,
        leavingAfter patience: Int?
    ) async -> CallOutcome<HTTPResponse> {
        let (outcomes, continuation) = AsyncStream.makeStream(of: CallOutcome<HTTPResponse>.self)
        tally.withLock { $0.toBeTold += 1 }
        let handle = coordinator.response(for: request) { [self] outcome in
            tally.withLock { $0.told += 1 }
            continuation.yield(outcome)
        }
        if let patience {
            for _ in 0..<patience { await Task.yield() }
            handle.cancel()
        }
        for await outcome in outcomes { return outcome }
        return .error(RequestError(.noResult))
    }

    private func take(_ outcome: CallOutcome<HTTPResponse>, of row: HostileRow, left: Bool) {
        tally.withLock { tally in
            tally.ends += 1
            let end: HostileOutcome.End
            switch outcome {
            case .cancelled(let reason):
                if !left || reason != .cancelled { tally.faults.append("\(row.name): \(reason)") }
                return
            case .value(let response): end = .answer(response.status)
            case .error(let error as HTTPError): end = .answer(error.status)
            case .error(let error as HTTPTransportError):
                end = .failure(error.code, timeout: error.timeout, allowsRetry: error.allowsRetry(of: row.method))
            case .error(let error):
                tally.faults.append("\(row.name): \(error)")
                return
            }
            tally.answers += 1
            if row.mayEnd(with: end, on: kind) { return }
            switch end {
            case HostileOutcome.lost.end: tally.losses += 1
            case .failure(.timedOut, timeout: .head, allowsRetry: _) where kind.mayStall: tally.stalls += 1
            default: tally.faults.append("\(row.name): \(end)")
            }
        }
    }

    private static func index(of row: HostileRow) -> Int {
        HostileRow.all.firstIndex { $0.name == row.name } ?? -1
    }

    private static func row(of request: ReceivedRequest) -> HostileRow? {
        let index = request.path.split(separator: "/").first.flatMap { Int($0) }
        return index.flatMap { HostileRow.all.indices.contains($0) ? HostileRow.all[$0] : nil }
    }
}

extension HostileRow {
    /// Whether it may end so among many others, where its connection is one that others used before.
    fileprivate func mayEnd(with end: HostileOutcome.End, on kind: Kind) -> Bool {
        let expected = expectation(of: kind).end
        if end == expected { return true }
        guard case .failure(let code, let timeout, let allowsRetry) = end else { return false }
        // A body is not sent again where a kept connection was dead.
        if kind == .urlSession, bodySize != nil { return code == .connectionLost || timeout == .head }
        guard allowsRetry else { return false }
        // What had come before a reset may be lost with it.
        if cue != nil { return code == .connectionLost }
        // Some of what is malformed is known by libcurl's words, which stay those of an attempt before it on a kept connection
        // that was dead.
        return expected == HostileOutcome.malformed().end && [.connectionLost, .incompleteBody].contains(code)
    }
}

extension HTTPEngineContractTests.Kind {
    /// Whether, on a busy machine, what happens on a socket may get lost below it: the task hears nothing more.
    fileprivate var mayStall: Bool {
        #if canImport(FoundationNetworking)
            self == .urlSession
        #else
            false
        #endif
    }
}
