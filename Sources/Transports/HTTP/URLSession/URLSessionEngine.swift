package import Dispatch
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
    private let control: DispatchQueue

    /// Times are limited above, to the millisecond: the system cuts fractions off, and its time runs while a request waits.
    private static let noTimeout: TimeInterval = 1_000_000_000

    /// An engine whose session begins as it is given, and that calls into its tasks on `control`, which is serial.
    package init(
        maximumConnectionsPerHost: Int,
        session: HTTPTransport.Session? = nil,
        control: DispatchQueue = DispatchQueue(label: "RequestTransports.URLSessionEngine")
    ) {
        let configuration = session?.make() ?? .ephemeral
        self.control = control
        delegate = SessionDelegate(control: control)
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = Self.noTimeout
        configuration.timeoutIntervalForResource = Self.noTimeout
        configuration.httpMaximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
        self.session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        // Transfers keep the engine, so none runs now and none can be added.
        control.async { [session] in session.finishTasksAndInvalidate() }
    }

    package var canPause: Bool { false }

    package var tellsOfConnections: Bool { false }

    package var choosesNetworks: Bool {
        #if canImport(FoundationNetworking)
            false
        #else
            true
        #endif
    }

    package var contentCoding: HTTPContentCoding {
        #if canImport(FoundationNetworking)
            .engineUnchecked
        #else
            .engine
        #endif
    }

    package func start(_ exchange: HTTPExchange, informing receiver: any HTTPEngineReceiver) -> any HTTPTransfer {
        let transfer = URLSessionTransfer(keeping: self, and: exchange.file, on: control, informing: receiver)
        let request = urlRequest(for: exchange)
        control.async { [session, delegate, file = exchange.file] in
            guard transfer.mayStart() else { return }
            let task =
                if let file { session.uploadTask(with: request, fromFile: file.url) } else {
                    session.dataTask(with: request)
                }
            delegate.add(transfer, as: task.taskIdentifier)
            transfer.started(task)
            task.resume()
        }
        return transfer
    }

    private func urlRequest(for exchange: HTTPExchange) -> URLRequest {
        var request = URLRequest(
            url: exchange.target.url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: Self.noTimeout
        )
        request.httpMethod = exchange.method.rawValue
        request.httpShouldHandleCookies = false
        #if !canImport(FoundationNetworking)
            if let networks = exchange.networks {
                request.allowsCellularAccess = networks.allowsCellular
                request.allowsExpensiveNetworkAccess = networks.allowsExpensive
                request.allowsConstrainedNetworkAccess = networks.allowsConstrained
            }
        #endif
        for name in Set(exchange.headers.fields.map { $0.name.lowercased() }) {
            request.setValue(exchange.headers[name], forHTTPHeaderField: name)
        }
        if exchange.body != nil || exchange.file != nil {
            request.httpBody = exchange.body
            // Without a type the system makes one up, and a wrong one.
            if exchange.headers["Content-Type"] == nil {
                request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
            }
        }
        return request
    }
}
