import LoopbackServer
import RequestTransports

extension HostileRow {
    private static let early = ServerScript.status(413, headers: ["Connection": "close"], body: Array("no".utf8))

    /// Servers that are slow, early, or gone; RFC 9112 §9.
    static let connections: [HostileRow] =
        silences + uploads + stale + [
            HostileRow(
                "a slow drip",
                .drip("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", every: .milliseconds(2)),
                .answer(200, 4)
            ),
            HostileRow("an answer, then the end unannounced", .text("body").then(.close), .answer(200, 4)),
            HostileRow("an answer, then a reset", .text("body").then(.reset), .answer(200, 4)),
            // One that comes late is taken for that of the next request: there is nothing in HTTP/1.1 to tell them apart.
            HostileRow("two answers to one request", .text("body").then(.text("more")), .answer(200, 4))
                .with { $0.poisonsConnections = true },
        ]

    private static func timedOut(_ bytes: Int, _ timeout: HTTPTransportError.Timeout) -> HostileOutcome {
        .failure(.timedOut, bytes, timeout: timeout, allowsRetry: true)
    }

    private static func silence(
        _ name: String,
        after bytes: Int = 0,
        _ script: ServerScript,
        _ limit: HTTPTransportError.Timeout
    ) -> HostileRow {
        HostileRow("silence \(name), limited by the \(limit) time", script, timedOut(bytes, limit)).with { row in
            row.limit = limit
            if bytes > 0 { row.cue = .bytes(bytes) }
        }
    }

    private static let half = ServerScript.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")

    private static let silences: [HostileRow] = [
        silence("before the head", .awaitPeerClose, .head),
        silence("before the head", .awaitPeerClose, .idle),
        silence("before the head", .awaitPeerClose, .total),
        silence("in the head", .send("HTTP/1.1 200 OK\r\nContent-").then(.awaitPeerClose), .head),
        silence("after an interim head", .interim(103).then(.awaitPeerClose), .head),
        silence("in the body", after: 4, half.then(.awaitPeerClose), .idle),
        silence("in the body", after: 4, half.then(.awaitPeerClose), .total),
    ]

    private static func upload(_ name: String, of size: Int, _ script: ServerScript, _ outcome: HostileOutcome)
        -> HostileRow
    {
        HostileRow(name, script, outcome).with { row in
            row.method = .post
            row.bodySize = size
            row.answersHead = true
        }
    }

    private static let lostPost = HostileOutcome.failure(.connectionLost, allowsRetry: false)

    private static let uploads: [HostileRow] = [
        upload("an answer before the body is read", of: 1 << 20, early.then(.awaitPeerClose), .answer(413, 2)),
        // With something unread the end would be a reset, which may overtake the answer.
        upload(
            "an answer before the body, then the end",
            of: 10,
            early.then(.readBody()).then(.close),
            .answer(413, 2)
        ),
        upload("the end before the body is read", of: 10, .close, lostPost),
        upload("the end in a large body", of: 4 << 20, .close, lostPost),
        upload("a reset before the body is read", of: 10, .reset, lostPost),
        upload("a reset in a large body", of: 4 << 20, .reset, lostPost),
        upload("the end before the body of a PUT is read", of: 10, .close, .lost).with { $0.method = .put },
    ]

    private static let stale: [HostileRow] = [
        HostileRow("a stale kept connection and GET", .text("body"), .answer(200, 4))
            .with { $0.usesStaleConnection = true },
        HostileRow(
            "a stale kept connection and POST",
            .text("body"),
            HostileExpectations(
                curl: .answer(200, 4),
                // Its body is not sent again, and the server waits for it.
                urlSession: .failure(.timedOut, timeout: .head, allowsRetry: false, requests: 0)
            )
        ).with { row in
            row.usesStaleConnection = true
            row.method = .post
            row.bodySize = 10
            row.limitOnURLSession = .head
            row.otherwiseOnURLSession = .failure(.connectionLost, allowsRetry: false, requests: 0)
        },
    ]
}
