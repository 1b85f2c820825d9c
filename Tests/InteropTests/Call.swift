import Foundation
import RequestScheduler
import RequestTransports

/// A request whose every part a test can choose; it gives the answer itself.
struct Call: HTTPRequest {
    typealias Response = HTTPResponse
    var method = HTTPMethod.get
    var url: String
    var query: [URLQueryItem] = []
    var headers: HTTPHeaders = [:]
    var body: HTTPBody?
    /// Statuses that are answers beside the successful ones.
    var accepted: Set<Int> = []

    init(
        _ url: String,
        method: HTTPMethod = .get,
        query: [URLQueryItem] = [],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        accepting accepted: Set<Int> = []
    ) {
        self.method = method
        self.url = url
        self.query = query
        self.headers = headers
        self.body = body
        self.accepted = accepted
    }

    func accepts(status: Int) -> Bool { (200..<300).contains(status) || accepted.contains(status) }
}

/// A request whose answer is read as it comes.
struct Download: HTTPRequest {
    typealias Response = HTTPStreamedResponse
    let url: String
}

extension RequestCoordinator {
    /// One over `HTTPTransport` on this engine.
    init(_ engine: HTTPTransport.Engine, _ change: (inout HTTPTransport.Configuration) -> Void = { _ in }) {
        var configuration = HTTPTransport.Configuration(engine: engine)
        change(&configuration)
        self.init(transports: [HTTPTransport(configuration)])
    }

    /// The body of a call's answer.
    func body(of call: Call) async throws -> Data { try await response(for: call).body }
}

/// Runs `body` for every number below `callers * count`, in so many tasks that each make their calls one after the other.
func concurrently(
    _ callers: Int,
    times count: Int,
    _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup { group in
        for caller in 0..<callers {
            group.addTask {
                for index in 0..<count { try await body(caller * count + index) }
            }
        }
        try await group.waitForAll()
    }
}
