/// What the server does with one request, step by step.
///
/// ```swift
/// let server = try LoopbackServer { request in
///     switch request.path {
///     case "/user/7": .json(#"{"id":7}"#)
///     case "/slow": .hold(gate).then(.text("at last"))
///     case "/cut": .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf").then(.close)
///     default: .status(404)
///     }
/// }
/// ```
///
/// After the last step the connection waits for its next request, unless a step ended it.
package struct ServerScript: Sendable {
    enum Step: Sendable {
        case respond(ServerResponse)
        case send([UInt8], times: Int)
        case awaitBytes
        case awaitRelease(Hold)
        case readBody(piece: Int)
        case drainBody(@Sendable ([UInt8]) -> Void)
        case delay(Duration)
        case hold(Hold)
        case awaitPeerClose
        case finishSending
        case close
        case reset
    }

    let steps: [Step]

    /// This script, then another one.
    package func then(_ next: ServerScript) -> ServerScript {
        ServerScript(steps: steps + next.steps)
    }
}

extension ServerScript {
    /// A whole response; its length is added where the status has a body.
    package static func status(
        _ status: Int,
        headers: KeyValuePairs<String, String> = [:],
        body: [UInt8] = []
    ) -> ServerScript {
        ServerScript(steps: [.respond(ServerResponse(status: status, headers: Array(headers), body: body))])
    }

    /// A response of JSON text.
    package static func json(_ text: String, status: Int = 200) -> ServerScript {
        .status(status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
    }

    /// A response of plain text.
    package static func text(_ text: String, status: Int = 200) -> ServerScript {
        .status(status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    /// A head that says where to go.
    package static func redirect(_ status: Int, to location: String) -> ServerScript {
        .status(status, headers: ["Location": location])
    }

    /// An interim head, such as 100 or 103, that a final one follows.
    package static func interim(_ status: Int, headers: KeyValuePairs<String, String> = [:]) -> ServerScript {
        let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return .send("HTTP/1.1 \(status) Interim\r\n\(fields)\r\n")
    }

    /// These bytes as they are.
    package static func send(_ bytes: [UInt8]) -> ServerScript { .send(bytes, times: 1) }

    /// These bytes again and again, until the client has gone or has got them that many times.
    package static func send(_ bytes: [UInt8], times: Int) -> ServerScript {
        ServerScript(steps: [.send(bytes, times: times)])
    }

    /// This text in pieces of one byte, each after a while.
    package static func drip(_ text: String, every pause: Duration) -> ServerScript {
        ServerScript(steps: text.utf8.flatMap { [.delay(pause), .send([$0], times: 1)] })
    }

    /// Nothing until more of the client has come: its next request on a connection that it keeps.
    package static var awaitBytes: ServerScript { ServerScript(steps: [.awaitBytes]) }

    /// Nothing until the test releases the hold, and nothing is read meanwhile, so that the client can send no more.
    package static func awaitRelease(_ hold: Hold) -> ServerScript { ServerScript(steps: [.awaitRelease(hold)]) }

    /// Reads the body of a request that is answered by its head, in pieces of so many bytes at most.
    package static func readBody(inPiecesOf piece: Int = 1 << 16) -> ServerScript {
        ServerScript(steps: [.readBody(piece: piece)])
    }

    /// Reads a body of a stated length that is answered by its head, and keeps nothing of it: `take` is given each piece.
    package static func drainBody(_ take: @escaping @Sendable ([UInt8]) -> Void) -> ServerScript {
        ServerScript(steps: [.drainBody(take)])
    }

    /// This text as it is.
    package static func send(_ text: String) -> ServerScript { .send(Array(text.utf8)) }

    /// Nothing for this long.
    package static func delay(_ duration: Duration) -> ServerScript { ServerScript(steps: [.delay(duration)]) }

    /// Nothing until the test releases the hold.
    package static func hold(_ hold: Hold) -> ServerScript { ServerScript(steps: [.hold(hold)]) }

    /// Nothing more until the client has closed the connection.
    package static var awaitPeerClose: ServerScript { ServerScript(steps: [.awaitPeerClose]) }

    /// Says that nothing more will be sent, and goes on reading.
    package static var finishSending: ServerScript { ServerScript(steps: [.finishSending]) }

    /// Ends the connection in an orderly way.
    package static var close: ServerScript { ServerScript(steps: [.close]) }

    /// Ends the connection with a reset.
    package static var reset: ServerScript { ServerScript(steps: [.reset]) }
}
