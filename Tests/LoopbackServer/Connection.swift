#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import RequestScheduler

/// One connection, served on a thread of its own.
final class Connection: Sendable {
    private enum Wait { case released, timeIsUp, peerIsGone }

    let id: Int
    private let descriptor: Int32
    private let isOpen = Lock(true)
    private let log: ServerLog
    private let answerHead: @Sendable (ReceivedRequest) -> ServerScript?
    private let answer: @Sendable (ReceivedRequest) -> ServerScript

    init(
        _ id: Int,
        on descriptor: Int32,
        log: ServerLog,
        answeringHeads answerHead: @escaping @Sendable (ReceivedRequest) -> ServerScript?,
        answering answer: @escaping @Sendable (ReceivedRequest) -> ServerScript
    ) {
        self.id = id
        self.descriptor = descriptor
        self.log = log
        self.answerHead = answerHead
        self.answer = answer
    }

    /// Serves requests until either side ends the connection.
    func serve() {
        var parser = RequestParser()
        serving: while true {
            if let head = parser.nextHead(), let script = answerHead(head) {
                log.append(.request(connection: id, head))
                _ = run(script, for: head, reading: &parser)
                // What nobody read of a body would pass for the next request.
                break serving
            }
            switch parser.next() {
            case .incomplete: guard readMore(into: &parser) else { break serving }
            case .expectsContinue:
                guard Socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: descriptor) else { break serving }
            case .malformed:
                _ = Socket.send(
                    ServerResponse(status: 400, headers: [("Connection", "close")], body: []).bytes(answering: ""),
                    to: descriptor
                )
                break serving
            case .request(let request):
                log.append(.request(connection: id, request))
                guard run(answer(request), for: request, reading: &parser) else { break serving }
                if request["Connection"]?.lowercased() == "close" { break serving }
            }
        }
        end()
    }

    /// Makes whatever the thread waits for fail, so that it ends.
    func shutDown() {
        isOpen.withLock { isOpen in
            if isOpen { Socket.shutDown(descriptor) }
        }
    }

    private func end() {
        isOpen.withLock { isOpen in
            isOpen = false
            close(descriptor)
        }
        log.append(.closed(connection: id))
    }

    /// Whether the connection goes on after the script.
    private func run(_ script: ServerScript, for request: ReceivedRequest, reading parser: inout RequestParser) -> Bool
    {
        for step in script.steps {
            switch step {
            case .respond(let response):
                guard send(response.bytes(answering: request.method)) else { return false }
            case .send(let bytes, let times):
                for _ in 0..<times { guard send(bytes) else { return false } }
            case .awaitBytes: guard readMore(into: &parser) else { return false }
            case .awaitRelease(let hold): _ = Socket.poll(hold.descriptor)
            case .readBody(let piece): guard readBody(inPiecesOf: piece, with: &parser) else { return false }
            case .drainBody(let take):
                guard drainBody(of: request, with: &parser, into: take) else { return false }
            case .delay(let duration):
                guard wait(for: nil, atMost: duration, reading: &parser) != .peerIsGone else { return false }
            case .hold(let hold):
                guard wait(for: hold, atMost: nil, reading: &parser) != .peerIsGone else { return false }
            case .awaitPeerClose:
                _ = wait(for: nil, atMost: nil, reading: &parser)
                return false
            case .finishSending: Socket.finishSending(descriptor)
            case .close: return false
            case .reset:
                Socket.resetOnClose(descriptor)
                return false
            }
        }
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        let isSent = Socket.send(bytes, to: descriptor)
        if !isSent { log.append(.peerClosed(connection: id)) }
        return isSent
    }

    private func readBody(inPiecesOf piece: Int, with parser: inout RequestParser) -> Bool {
        while true {
            switch parser.next() {
            case .request: return true
            case .malformed: return false
            case .expectsContinue: guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return false }
            case .incomplete: guard readMore(into: &parser, atMost: piece) else { return false }
            }
        }
    }

    private func drainBody(
        of request: ReceivedRequest,
        with parser: inout RequestParser,
        into take: ([UInt8]) -> Void
    ) -> Bool {
        var left = request["Content-Length"].flatMap { Int($0) } ?? 0
        var piece = parser.takeBytes(atMost: left)
        while true {
            left -= piece.count
            if !piece.isEmpty { take(piece) }
            guard left > 0 else { return true }
            guard let more = Socket.receive(from: descriptor, atMost: min(left, 1 << 16)), !more.isEmpty else {
                log.append(.peerClosed(connection: id))
                return false
            }
            piece = more
        }
    }

    private func readMore(into parser: inout RequestParser, atMost size: Int = 1 << 16) -> Bool {
        guard let bytes = Socket.receive(from: descriptor, atMost: size), !bytes.isEmpty else {
            log.append(.peerClosed(connection: id))
            return false
        }
        parser.append(bytes)
        return true
    }

    /// Waits and goes on reading meanwhile, so that the end of the peer is seen when it comes.
    private func wait(for hold: Hold?, atMost duration: Duration?, reading parser: inout RequestParser) -> Wait {
        let deadline = duration.map { ContinuousClock.now.advanced(by: $0) }
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0) }
            guard let ready = Socket.poll(descriptor, hold?.descriptor, for: left) else { return .timeIsUp }
            if ready == hold?.descriptor { return .released }
            guard readMore(into: &parser) else { return .peerIsGone }
        }
    }
}
