#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// What decides over one request from its first exchange to its answer: events in, actions out.
struct HTTPFlightState {
    enum Action: Equatable {
        case nothing
        case progress(TransferProgress)
        /// Begin this exchange; the one before has ended.
        case begin(HTTPExchange)
        case succeed(HTTPResponse)
        case fail(HTTPTransportError.Code)
        case failAs(HTTPTransportError)

        static func == (one: Action, other: Action) -> Bool {
            switch (one, other) {
            case (.nothing, .nothing): true
            case (.progress(let one), .progress(let other)): one == other
            case (.begin(let one), .begin(let other)): one == other
            case (.succeed(let one), .succeed(let other)): one == other
            case (.fail(let one), .fail(let other)): one == other
            case (.failAs(let one), .failAs(let other)): one.code == other.code
            default: false
            }
        }
    }

    private(set) var hops = 0
    private var exchange: HTTPExchange
    private let redirects: RedirectPolicy
    private let maximumBodyBytes: Int
    private var head: HTTPResponseHead?
    private var next: HTTPExchange?
    private var body = Data()
    private var discarded = 0
    private var progress = TransferProgress()

    init(_ exchange: HTTPExchange, redirects: RedirectPolicy, maximumBodyBytes: Int) {
        self.exchange = exchange
        self.redirects = redirects
        self.maximumBodyBytes = maximumBodyBytes
    }

    mutating func receive(_ event: HTTPEngineEvent) -> Action {
        switch event {
        case .sent(let count, let total): sent(count, of: total)
        case .head(let head): receive(head)
        case .body(let piece): receive(piece)
        case .ended(let error): end(error)
        }
    }

    private mutating func sent(_ count: Int64, of total: Int64) -> Action {
        // A redirect may send the body again; what callers see never goes back.
        guard count > progress.sent else { return .nothing }
        progress.sent = count
        progress.expectedToSend = total
        return .progress(progress)
    }

    private mutating func receive(_ head: HTTPResponseHead) -> Action {
        do throws(HTTPTransportError) {
            next = try redirects.next(after: exchange, answeredBy: head, hops: hops)
        } catch {
            return .fail(error.code)
        }
        self.head = head
        guard next == nil, exchange.method != .head, let length = head.bodyLength else { return .nothing }
        guard length <= maximumBodyBytes else { return .fail(.responseTooLarge) }
        // The length is the peer's word: room for a little of it, not for all.
        body.reserveCapacity(min(length, 1 << 20))
        progress.expectedToReceive = Int64(length)
        return .progress(progress)
    }

    private mutating func receive(_ piece: Data) -> Action {
        guard next == nil else {
            discarded += piece.count
            return discarded > maximumBodyBytes ? .fail(.responseTooLarge) : .nothing
        }
        guard piece.count <= maximumBodyBytes - body.count else { return .fail(.responseTooLarge) }
        body.append(piece)
        progress.received = Int64(body.count)
        return .progress(progress)
    }

    private mutating func end(_ error: HTTPTransportError?) -> Action {
        if let error { return .failAs(error) }
        guard let head else { return .fail(.malformedResponse) }
        guard let next else {
            let url = exchange.url.absoluteString
            return .succeed(HTTPResponse(status: head.status, headers: head.headers, body: body, url: url))
        }
        exchange = next
        self.head = nil
        self.next = nil
        discarded = 0
        hops += 1
        return .begin(next)
    }
}

extension HTTPResponseHead {
    /// The length of the body as it will be delivered, where the head says so.
    fileprivate var bodyLength: Int? {
        guard headers["Content-Encoding"] == nil, let length = headers["Content-Length"].flatMap({ Int($0) }) else {
            return nil
        }
        return length >= 0 ? length : nil
    }
}
