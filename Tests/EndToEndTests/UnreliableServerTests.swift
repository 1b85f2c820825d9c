import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

/// Real connections to a server that resets, cuts off, drips and hangs, while callers come and go.
@Suite(.timeLimit(.minutes(3)))
struct UnreliableServerTests {
    struct Page: HTTPRequest, Hashable {
        typealias Response = Data
        var url: String
        var storage: StoragePlan<Data>? { .raw(namespace: "page", identifier: url) }
    }

    /// What the server does with the page of a number; where it answers at all, it answers with that number.
    static func script(of number: Int) -> ServerScript {
        let text = "\(number)"
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
        return switch number % 8 {
        case 0: .reset
        case 1: .close
        case 2: .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf").then(.close)
        case 3: .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf").then(.reset)
        case 4:
            text.utf8.reduce(.send(head)) { $0.then(.delay(.milliseconds(20))).then(.send([$1])) }
        case 5: .awaitPeerClose
        case 6: .text(text, status: 503)
        default: .text(text)
        }
    }

    @Test func everyCallEndsOnceAndEveryConnectionIsClosed() async throws {
        let server = try LoopbackServer { request in
            Self.script(of: Int(request.path.dropFirst()) ?? 0)
        }
        defer { server.stop() }
        let values = Counter()
        do {
            let transport = HTTPTransport(.init(idleTimeout: .seconds(1), timeout: .seconds(3)))
            let coordinator = RequestCoordinator(transports: [transport], stores: [MemoryStore()])
            await withDiscardingTaskGroup { group in
                for caller in 0..<Self.callers {
                    group.addTask {
                        for round in 0..<Self.rounds {
                            let number = caller &* 7 &+ round
                            await call(number, to: server, through: coordinator, values)
                        }
                    }
                }
            }
            await coordinator.waitUntilIdle()
            #expect(await coordinator.snapshot().isEmpty)
        }
        #expect(values.value > 0)
        await server.waitForOpenConnections(atMost: 0)
    }

    static let callers = Int(ProcessInfo.processInfo.environment["CALLERS"] ?? "") ?? 60
    static let rounds = Int(ProcessInfo.processInfo.environment["ROUNDS"] ?? "") ?? 2

    private func call(
        _ number: Int,
        to server: LoopbackServer,
        through coordinator: RequestCoordinator,
        _ values: Counter
    ) async {
        let page = number % 40
        let request = Page(url: server.url("/\(page)"))
        let task = Task<Data?, any Error> {
            let duplicates = [DuplicatePolicy.allow, .join, .replace][number % 3]
            guard number.isMultiple(of: 4) else {
                return try await coordinator.response(for: request, duplicates: duplicates)
            }
            var last: Data?
            for try await element in coordinator.responses(for: request, duplicates: duplicates) {
                last = element.value
            }
            return last
        }
        // Two of five callers leave: at once, after some turns, or once the answer may be on its way.
        if [0, 3].contains(number % 5) {
            for _ in 0..<(number % 3 * 200) { await Task.yield() }
            task.cancel()
        }
        switch await task.result {
        case .success(let data):
            #expect(data == Data("\(page)".utf8))
            values.increment()
        case .failure(is CancellationError): #expect([0, 3].contains(number % 5))
        case .failure(let error as RequestError): #expect(error.reason == .replaced)
        case .failure(let error): #expect(error is HTTPError || error is HTTPTransportError)
        }
    }
}
