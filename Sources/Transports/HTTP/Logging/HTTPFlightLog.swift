#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is told of one request: makes entries of what happens to it.
struct HTTPFlightLog: Sendable {
    private let log: HTTPLog
    private let request: UInt64
    private let start: Duration
    private let level: HTTPLog.Level

    /// Nothing if nothing is to be told.
    init?(_ log: HTTPLog?, level: HTTPLog.Level?, of request: UInt64, from start: Duration) {
        guard let log else { return nil }
        let level = level ?? log.level
        guard level != .none else { return nil }
        self.log = log
        self.level = level
        self.request = request
        self.start = start
    }

    /// `credentials` are the names of fields that are secret besides.
    func sent(_ exchange: HTTPExchange, hiding credentials: [String]) {
        guard level == .all else { return }
        let body: HTTPLogEntry.Body =
            if let upload = exchange.upload {
                .bytes(upload.length)
            } else if let body = exchange.body {
                self.body(body, contentType: exchange.headers["Content-Type"])
            } else {
                .none
            }
        tell(.sent, of: exchange, headers: log.redaction.hiding(headers: credentials).headers(exchange.headers), body)
    }

    func answered(_ response: HTTPResponse, to exchange: HTTPExchange, accepted: Bool, at time: Duration) {
        guard level == .all || !accepted else { return }
        let event = HTTPLogEntry.Event.answered(status: response.status, after: time - start)
        let body = response.body.isEmpty ? .none : body(response.body, contentType: response.headers["Content-Type"])
        tell(event, of: exchange, headers: log.redaction.headers(response.headers), body)
    }

    /// An answer whose body is somebody else's to read.
    func answered(_ head: HTTPResponseHead, to exchange: HTTPExchange, at time: Duration) {
        guard level == .all else { return }
        tell(
            .answered(status: head.status, after: time - start),
            of: exchange,
            headers: log.redaction.headers(head.headers),
            .bytes(nil)
        )
    }

    func failed(_ error: HTTPTransportError, of exchange: HTTPExchange, at time: Duration) {
        tell(.failed("\(error)", after: time - start), of: exchange, headers: [:], .none)
    }

    /// `headers` without their secrets.
    private func tell(
        _ event: HTTPLogEntry.Event,
        of exchange: HTTPExchange,
        headers: HTTPHeaders,
        _ body: HTTPLogEntry.Body
    ) {
        log.sink(
            HTTPLogEntry(
                event: event,
                request: request,
                method: exchange.method,
                url: log.redaction.url(exchange.target.text),
                headers: headers,
                body: body
            )
        )
    }

    private func body(_ body: Data, contentType: String?) -> HTTPLogEntry.Body {
        guard body.count <= log.maximumBodyBytes, let text = log.redaction.body(body, contentType: contentType) else {
            return .bytes(body.count)
        }
        return .text(text)
    }
}

extension HTTPLog {
    /// Tells of a request that cannot be sent at all.
    func tell(_ error: HTTPTransportError, of request: any HTTPRequest, level own: HTTPLog.Level?, as number: UInt64) {
        guard own ?? level != .none else { return }
        sink(
            HTTPLogEntry(
                event: .failed("\(error)", after: .zero),
                request: number,
                method: request.method,
                url: redaction.url(request.url),
                headers: [:],
                body: .none
            )
        )
    }
}
