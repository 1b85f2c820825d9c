import BenchmarkKit
import Foundation
import RequestScheduler
import RequestTransports

extension Row {
    /// HTTP over loopback in the default configuration, against the engine below it with one continuation a request, and
    /// against the system's own URL loading.
    static var http: [Row] {
        #if CURL_ENGINE
            let small: URLs = { Clients.small }
            let large: URLs = { Clients.large }

            func row(
                _ name: String,
                _ url: @escaping URLs,
                by callers: Int,
                operations: Int,
                _ floor: Floor,
                _ target: Double
            )
                -> Row
            {
                let call: Call = { number in
                    try await Clients.coordinator.response(for: Fetch(number: number, url: url())).body.count
                }
                var row = Row(name: name, operations: operations, subject: calls(by: callers, call), floor: floor)
                row.target = target
                row.cost = 30
                return row
            }
            func bare(_ url: @escaping URLs, by callers: Int) -> Floor {
                Floor(
                    name: "bare engine",
                    workload: calls(by: callers) { _ in try await Clients.engine.size(of: url()) }
                )
            }
            return [
                row("HTTP 100 B, 16 callers", small, by: 16, operations: 640, bare(small, by: 16), 1.25),
                row("HTTP 100 B, 64 callers", small, by: 64, operations: 640, bare(small, by: 64), 1.25),
                row("HTTP 1 MiB, 1 caller", large, by: 1, operations: 24, bare(large, by: 1), 1.11),
                row("HTTP 1 MiB, 16 callers", large, by: 16, operations: 64, bare(large, by: 16), 1.11),
                typed(by: 1),
                typed(by: 16),
                Row(
                    name: "HTTP 100 B, 16 callers, by URLSession",
                    operations: 160,
                    subject: calls(by: 16) { number in
                        let fetch = Fetch(number: number, url: small())
                        return try await Clients.overURLSession.response(for: fetch).body.count
                    },
                    floor: Floor(
                        name: "delegate loop",
                        workload: calls(by: 16) { _ in try await Clients.delegateLoop.size(of: small()) }
                    ),
                    target: 1.11,
                    cost: 30
                ),
                row(
                    "HTTP 100 B, 16 callers, to URLSession",
                    small,
                    by: 16,
                    operations: 640,
                    Floor(
                        name: "URLSession",
                        workload: calls(by: 16) { _ in try await Clients.system.size(of: small()) }
                    ),
                    0.25
                ),
            ]
        #else
            return []
        #endif
    }

    #if CURL_ENGINE
        /// A typed request through all there is, against the engine and a decoder by hand.
        private static func typed(by callers: Int) -> Row {
            Row(
                name: "HTTP JSON 10 KiB, \(callers == 1 ? "1 caller" : "\(callers) callers")",
                operations: callers == 1 ? 48 : 160,
                subject: calls(by: callers) { number in
                    let articles = Resource<[Article]>(.init(raw: Clients.json), parameters: ["number": number])
                    return try await Clients.client.response(for: articles).count
                },
                floor: Floor(
                    name: "bare engine, decoded",
                    workload: calls(by: callers) { _ in
                        let body = try await Clients.engine.body(of: Clients.json)
                        return try JSONDecoder().decode([Article].self, from: body).count
                    }
                ),
                target: 1.2,
                cost: 30
            )
        }
    #endif

    /// Asked for when a batch begins, so that a process that measures other rows starts no server.
    fileprivate typealias URLs = @Sendable () -> String

}

struct Fetch: HTTPRequest, Hashable {
    typealias Response = HTTPResponse
    let number: Int
    let url: String
}

#if CURL_ENGINE
    /// Who is measured, and the server they ask; each begins when it is first used.
    enum Clients {
        private static let connections = 64
        private static let server: ServerProcess = {
            do { return try ServerProcess() } catch {
                fatalError("The server for the rows of HTTP did not start: \(error)")
            }
        }()
        static let small = server.url(100)
        static let large = server.url(1 << 20)
        static let huge = server.url(1 << 30)
        static let json = server.url("json")
        static let client = HTTPClient(coordinator: coordinator)
        static let coordinator = RequestCoordinator(
            transports: [HTTPTransport(.init(maximumConnectionsPerHost: connections))]
        )
        static let engine = BareEngine(CurlEngine(CurlOptions(maximumConnectionsPerHost: connections)))
        static let overURLSession = RequestCoordinator(
            transports: [HTTPTransport(.init(engine: .urlSession, maximumConnectionsPerHost: connections))]
        )
        static let delegateLoop = DelegateLoop(maximumConnectionsPerHost: connections)
        static let system = BareURLSession(maximumConnectionsPerHost: connections)
    }
#endif
