import Foundation
import RequestScheduler
import RequestTransports
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An engine with one continuation a request: no table, no redirects, no times, no limits.
struct BareEngine: Sendable {
    private let engine: any HTTPEngine

    init(_ engine: any HTTPEngine) {
        self.engine = engine
    }

    func size(of url: String) async throws -> Int { try await body(of: url).count }

    func body(of url: String) async throws -> Data {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        return try await withUnsafeThrowingContinuation { continuation in
            _ = engine.start(HTTPExchange(method: .get, url: url), informing: Receiver(continuation))
        }
    }

    private final class Receiver: HTTPEngineReceiver {
        private let continuation: UnsafeContinuation<Data, any Error>
        private let body = Lock(Data())

        init(_ continuation: UnsafeContinuation<Data, any Error>) {
            self.continuation = continuation
        }

        func receive(_ event: HTTPEngineEvent) -> Bool {
            switch event {
            case .head(let head):
                if let length = head.headers["Content-Length"].flatMap({ Int($0) }) {
                    body.withLock { $0.reserveCapacity(length) }
                }
            case .body(let bytes): body.withLock { $0.append(contentsOf: bytes) }
            case .ended(let error?): continuation.resume(throwing: error)
            case .ended(nil): continuation.resume(returning: body.withLock { $0 })
            case .connected, .waitsForBody, .sent, .interim, .timings: break
            }
            return true
        }
    }
}

/// The system's URL loading by its own convenience.
struct BareURLSession: Sendable {
    private let session: URLSession

    init(maximumConnectionsPerHost: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
        session = URLSession(configuration: configuration)
    }

    func size(of url: String) async throws -> Int {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        return try await session.data(from: url).0.count
    }
}
