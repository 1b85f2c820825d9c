import Dispatch
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import RequestScheduler

/// Tells each transfer what its task says.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let control: DispatchQueue
    private let transfers = Lock([Int: URLSessionTransfer]())

    init(control: DispatchQueue) {
        self.control = control
    }

    func add(_ transfer: URLSessionTransfer, as identifier: Int) {
        transfers.withLock { $0[identifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        // Interim heads come here too on some platforms; RFC 9110 §15.2.
        if let response = response as? HTTPURLResponse {
            let isFinal = response.statusCode >= 200 || response.statusCode == 101
            let transfer = transfer(of: dataTask)
            if isFinal { transfer?.received(HTTPResponseHead(response)) } else { transfer?.received(.interim) }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let transfer = transfer(of: dataTask) else { return }
        for region in data.regions {
            region.withUnsafeBytes { transfer.receivedBody($0) }
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.received(.sent(totalBytesSent, of: totalBytesExpectedToSend))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let transfer = transfer(of: task) else { return }
        // Redirects are followed above the engine, with the rules of the library.
        control.async {
            transfer.whileRunning { completionHandler(nil) }
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let transfer = transfer(of: task) else { return }
        control.async {
            transfer.whileRunning {
                #if canImport(FoundationNetworking)
                    transfer.challenged()
                    completionHandler(.cancelAuthenticationChallenge, nil)
                #else
                    let isOfTheConnection = [
                        NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate,
                    ].contains(challenge.protectionSpace.authenticationMethod)
                    completionHandler(isOfTheConnection ? .performDefaultHandling : .rejectProtectionSpace, nil)
                #endif
            }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        // The head of a redirect that leads nowhere is told of only here by the open-source Foundation.
        if error == nil, !transfer.hasHead, let response = task.response as? HTTPURLResponse {
            transfer.received(HTTPResponseHead(response))
        }
        transfer.completed(with: error)
    }
}

extension HTTPResponseHead {
    /// The head of a response as it came.
    fileprivate init(_ response: HTTPURLResponse) {
        var fields: [HTTPHeaders.Field] = []
        for case (let name as String, let value as String) in response.allHeaderFields {
            let values = name.lowercased() == "set-cookie" ? value.splitSetCookies : [value]
            fields += values.map { HTTPHeaders.Field(name: name, value: $0) }
        }
        // The dictionary has lost the order; any one will do as long as it is always the same.
        fields = fields.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(
            \.element
        )
        self.init(status: response.statusCode, headers: HTTPHeaders(fields))
    }
}
