import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// What a transport did with one flight, as a coordinator would hear it.
final class Answer: Sendable {
    /// Opens a gate when nothing holds the flight's channel any more.
    private final class Token: Sendable {
        let released = Gate()
        deinit { released.open() }
    }

    /// Open once both ends of the channel are gone.
    let released: Gate

    private let results = Log<Result<any Sendable, any Error>>()
    private let reports = Log<TransferProgress>()
    private let bytes = Counter()
    private let count = Counter()
    private let relay: ResultRelay

    init() {
        let (results, reports, bytes, count, token) = (results, reports, bytes, count, Token())
        released = token.released
        relay = ResultRelay { [token] result in
            defer { withExtendedLifetime(token) {} }
            switch result {
            case .progress(let progress):
                reports.append(progress)
                while bytes.value < min(progress.received, 100) { bytes.increment() }
            case .finished(let result):
                results.append(result)
                count.increment()
            }
        }
    }

    /// How often it was answered.
    var answers: Int { count.value }

    var progress: [TransferProgress] { reports.all }

    /// Waits until that many bytes have come, of the first hundred.
    func waitForProgress(_ count: Int) async { await bytes.reach(count) }

    func cancel() { relay.cancel() }

    func makeChannel() -> ResultChannel { relay.makeChannel() }

    /// Waits until it is answered.
    func waitForEnd() async { await count.reach(1) }

    /// Waits for the answer.
    func payload() async throws -> any Sendable {
        await count.reach(1)
        guard let first = results.all.first else { throw RequestError(.noResult) }
        return try first.get()
    }
}

extension Transport {
    /// Starts a request and gives what is heard of it.
    func begin(_ request: some Request) -> Answer {
        let answer = Answer()
        start(request, answering: answer.makeChannel())
        return answer
    }

    /// Starts a request and gives its response.
    func response<R: Request>(for request: R) async throws -> R.Response {
        try decode(await begin(request).payload(), for: request, from: .fresh)
    }
}

/// A request whose every part a test can choose.
struct Ask<Response: Sendable>: HTTPRequest {
    var method = HTTPMethod.get
    var url: String
    var query: [URLQueryItem] = []
    var headers: HTTPHeaders = [:]
    var body: HTTPBody?
    let read: @Sendable (HTTPResponse) throws -> Response

    func decode(_ response: HTTPResponse) throws -> Response { try read(response) }
}

extension Ask where Response == HTTPResponse {
    init(
        _ url: String,
        method: HTTPMethod = .get,
        query: [URLQueryItem] = [],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil
    ) {
        self.init(method: method, url: url, query: query, headers: headers, body: body) { $0 }
    }
}

extension Answer {
    /// The error of a request whose time is a second: not there a millisecond before.
    func timeout(afterSecondOf clock: TestClock) async throws -> HTTPTransportError {
        clock.advance(by: .milliseconds(999))
        #expect(answers == 0)
        clock.advance(by: .milliseconds(1))
        let error = try await #require(throws: HTTPTransportError.self) { try await payload() }
        #expect(error.code == .timedOut)
        return error
    }
}

extension LoopbackServer {
    /// One that answers `/head` with nothing, and everything else with half of what it says.
    static func silent() throws -> LoopbackServer {
        try LoopbackServer { request in
            request.path == "/head"
                ? .awaitPeerClose : .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf").then(.awaitPeerClose)
        }
    }
}
