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
        /// Answer with this head; the body follows in chunks.
        case stream(HTTPResponseHead)
        case chunk(Data)
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
            case (.stream(let one), .stream(let other)): one == other
            case (.chunk(let one), .chunk(let other)): one == other
            case (.succeed(let one), .succeed(let other)): one == other
            case (.fail(let one), .fail(let other)): one == other
            case (.failAs(let one), .failAs(let other)): one.code == other.code
            default: false
            }
        }
    }

    private(set) var hops = 0
    private(set) var exchange: HTTPExchange
    private var redirects: RedirectPolicy
    private let maximumBodyBytes: Int
    private let undoesCoding: Bool
    private var head: HTTPResponseHead?
    private var next: HTTPExchange?
    private var body = Data()
    private var decoder: HTTPContentDecoder?
    private var discarded = 0
    private var interimHeads = 0
    private var isStreaming = false
    private var timings: HTTPTimings?
    private var progress = TransferProgress()

    /// A server may say many times that it is at work, not without end.
    static let maximumInterimHeads = 100

    init(_ exchange: HTTPExchange, redirects: RedirectPolicy, maximumBodyBytes: Int, undoesCoding: Bool = false) {
        self.undoesCoding = undoesCoding
        self.exchange = exchange
        self.redirects = redirects
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// The names of the fields that go to no other origin.
    var credentialHeaders: [String] { redirects.credentialHeaders }

    /// Adds what lets the request pass, which goes to no other origin.
    mutating func authorize(with fields: HTTPHeaders) -> HTTPExchange {
        exchange.headers = exchange.headers.merging(fields)
        redirects.credentialHeaders += fields.fields.map(\.name)
        return exchange
    }

    /// Takes an event in; a head that is `streamed` is answered at once, unless it is a redirect.
    mutating func receive(_ event: HTTPEngineEvent, streamed: Bool = false) -> Action {
        switch event {
        case .connected, .waitsForBody: .nothing
        case .interim: interim()
        case .timings(let timings): set(timings)
        case .sent(let count, let total): sent(count, of: total)
        case .head(let head): receive(head, streamed: streamed)
        case .body(let bytes): receive(bytes)
        case .ended(let error): end(error)
        }
    }

    private mutating func sent(_ count: Int64, of total: Int64?) -> Action {
        // A redirect may send the body again; what callers see never goes back. A length that was not known before is known
        // at the end.
        let isNews = total != nil && progress.expectedToSend == nil
        guard count > progress.sent || isNews else { return .nothing }
        progress.sent = max(count, progress.sent)
        progress.expectedToSend = total ?? progress.expectedToSend
        return .progress(progress)
    }

    private mutating func set(_ timings: HTTPTimings) -> Action {
        self.timings = timings
        return .nothing
    }

    private mutating func interim() -> Action {
        interimHeads += 1
        return interimHeads > Self.maximumInterimHeads ? .fail(.malformedResponse) : .nothing
    }

    private mutating func receive(_ head: HTTPResponseHead, streamed: Bool) -> Action {
        // Nobody asked for another protocol: `Connection` is not the caller's to set; RFC 9110 §15.2.2.
        guard head.status != 101, !head.leavesLengthOpen else { return .fail(.malformedResponse) }
        do throws(HTTPTransportError) {
            next = try redirects.next(after: exchange, answeredBy: head, hops: hops)
        } catch {
            return .fail(error.code)
        }
        self.head = head
        guard next == nil else { return .nothing }
        guard exchange.method != .head else { return answer(streamed) }
        if undoesCoding, let coding = head.headers["Content-Encoding"], let decoder = HTTPContentDecoder(coding) {
            self.decoder = decoder
            self.head?.headers.remove("Content-Encoding")
            self.head?.headers.remove("Content-Length")
        }
        guard !streamed else { return answer(true) }
        guard let length = head.bodyLength else { return .nothing }
        guard length <= maximumBodyBytes else { return .fail(.responseTooLarge) }
        // The length is the peer's word: room for a little of it, not for all.
        body.reserveCapacity(min(length, 1 << 20))
        progress.expectedToReceive = Int64(length)
        return .progress(progress)
    }

    private mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Action {
        guard next == nil else {
            discarded += bytes.count
            return discarded > maximumBodyBytes ? .fail(.responseTooLarge) : .nothing
        }
        do throws(HTTPTransportError) {
            if let decoder {
                try decoder.decode(bytes) { piece throws(HTTPTransportError) in try append(piece) }
            } else {
                try append(bytes)
            }
        } catch {
            return .fail(error.code)
        }
        if isStreaming {
            defer { body = Data() }
            return .chunk(body)
        }
        progress.received = Int64(body.count)
        return .progress(progress)
    }

    private mutating func answer(_ streamed: Bool) -> Action {
        guard streamed, let head else { return .nothing }
        isStreaming = true
        return .stream(head)
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(HTTPTransportError) {
        guard bytes.count <= maximumBodyBytes - body.count else { throw HTTPTransportError(.responseTooLarge) }
        body.append(contentsOf: bytes)
    }

    private mutating func end(_ error: HTTPTransportError?) -> Action {
        if let error { return .failAs(error) }
        guard let head else { return .fail(.malformedResponse) }
        guard let next else {
            do throws(HTTPTransportError) { try decoder?.finish() } catch { return .fail(error.code) }
            let url = exchange.target.text
            return .succeed(
                HTTPResponse(status: head.status, headers: head.headers, body: body, url: url, timings: timings)
            )
        }
        exchange = next
        self.head = nil
        self.next = nil
        discarded = 0
        interimHeads = 0
        timings = nil
        hops += 1
        return .begin(next)
    }
}

extension HTTPResponseHead {
    /// Whether it gives the body several lengths, or one that is none: where it ends is anybody's guess then; RFC 9112 §6.3.
    fileprivate var leavesLengthOpen: Bool {
        var length: Int?
        for field in headers.fields where field.isNamed("Content-Length") {
            var rest: Substring? = field.value[...]
            while let list = rest {
                let comma = list.firstIndex(of: ",")
                let part = list[..<(comma ?? list.endIndex)].trimmingOptionalSpace
                // With chunks the lengths count for nothing.
                guard part.utf8.allSatisfy(\.isDigit), let next = Int(part),
                    next == length ?? next
                else { return headers["Transfer-Encoding"] == nil }
                length = next
                rest = comma.map { list[$0...].dropFirst() }
            }
        }
        return false
    }

    /// The length of the body as it will be delivered, where the head says so.
    fileprivate var bodyLength: Int? {
        guard headers["Content-Encoding"] == nil, let length = headers["Content-Length"].flatMap({ Int($0) }) else {
            return nil
        }
        return length >= 0 ? length : nil
    }
}
