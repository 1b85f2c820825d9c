import Dispatch
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Moves bytes by `URLSession`, in the one way that stands up to cancellation on every platform.
///
/// That is: one session with one delegate, no convenience that delivers whole answers, no cache, and every call into a
/// task on one private queue, because such calls can block while any session of the process works.
package final class URLSessionEngine: HTTPEngine {
    private let session: URLSession
    private let delegate: SessionDelegate
    private let control = DispatchQueue(label: "RequestTransports.URLSessionEngine")
    private let idleTimeout: TimeInterval

    package init(idleTimeout: Duration, maximumConnectionsPerHost: Int) {
        // Fractions are cut off where the system counts whole seconds, and what is no finite number traps.
        let seconds = idleTimeout.components.seconds + (idleTimeout.components.attoseconds > 0 ? 1 : 0)
        self.idleTimeout = TimeInterval(min(max(1, seconds), 1_000_000_000))
        delegate = SessionDelegate(control: control)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = self.idleTimeout
        configuration.httpMaximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        // Transfers keep the engine, so none runs now and none can be added.
        control.async { [session] in session.finishTasksAndInvalidate() }
    }

    package func start(
        _ exchange: HTTPExchange,
        receiving receive: @escaping @Sendable (HTTPEngineEvent) -> Void
    ) -> @Sendable () -> Void {
        let transfer = URLSessionTransfer(keeping: self, receiving: receive)
        let request = urlRequest(for: exchange)
        control.async { [session, delegate] in
            guard transfer.mayStart() else { return }
            let task = session.dataTask(with: request)
            delegate.add(transfer, as: task.taskIdentifier)
            transfer.started(task)
            task.resume()
        }
        return { [control] in transfer.cancel(on: control) }
    }

    private func urlRequest(for exchange: HTTPExchange) -> URLRequest {
        var request = URLRequest(
            url: exchange.url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: idleTimeout
        )
        request.httpMethod = exchange.method.rawValue
        request.httpShouldHandleCookies = false
        for name in Set(exchange.headers.fields.map { $0.name.lowercased() }) {
            request.setValue(exchange.headers[name], forHTTPHeaderField: name)
        }
        if let body = exchange.body {
            request.httpBody = body
            // Without a type the system makes one up, and a wrong one.
            if exchange.headers["Content-Type"] == nil {
                request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
            }
        }
        return request
    }
}
