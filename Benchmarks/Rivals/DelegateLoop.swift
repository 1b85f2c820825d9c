import Foundation
import RequestScheduler
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The system's URL loading by a delegate of the session, with one continuation a request and nothing else.
final class DelegateLoop: Sendable {
    private let delegate: Delegate
    private let session: URLSession

    init(maximumConnectionsPerHost: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
        delegate = Delegate()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    func size(of url: String) async throws -> Int {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        return try await withUnsafeThrowingContinuation { continuation in
            let task = session.dataTask(with: url)
            delegate.add(continuation, as: task.taskIdentifier)
            task.resume()
        }
    }

    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        private struct Answer {
            let continuation: UnsafeContinuation<Int, any Error>
            var body = Data()
        }

        private let answers = Lock([Int: Answer]())

        func add(_ continuation: UnsafeContinuation<Int, any Error>, as identifier: Int) {
            answers.withLock { $0[identifier] = Answer(continuation: continuation) }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            answers.withLock { $0[dataTask.taskIdentifier]?.body.append(data) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let answer = answers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            if let error { return answer.continuation.resume(throwing: error) }
            answer.continuation.resume(returning: answer.body.count)
        }
    }
}
