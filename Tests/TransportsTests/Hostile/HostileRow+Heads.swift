import LoopbackServer
import RequestTransports

extension HostileRow {
    private static func head(_ text: String, body: String = "body") -> ServerScript {
        .send("\(text)\r\n\r\n\(body)").then(.close)
    }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 4"

    private static func field(of size: Int) -> [UInt8] {
        Array("X-More: \(String(repeating: "a", count: size - 10))\r\n".utf8)
    }

    /// Heads that are malformed, or rare, or without end; RFC 9112 §4 and §5.
    static let heads: [HostileRow] = lenient + malformed + large + challenges

    /// The open-source Foundation is stricter than it need be.
    private static let lenient: [HostileRow] = [
        HostileRow(
            "lines that end in LF",
            .send("HTTP/1.1 200 OK\nContent-Length: 4\n\nbody").then(.close),
            HostileExpectations(curl: .answer(200, 4), urlSession: .malformed())
        ),
        HostileRow(
            "no space after the colon",
            head("HTTP/1.1 200 OK\r\nContent-Length:4"),
            HostileExpectations(curl: .answer(200, 4), urlSession: .malformed())
        ),
        HostileRow(
            "no reason",
            head("HTTP/1.1 200\r\nContent-Length: 4"),
            HostileExpectations(curl: .answer(200, 4), urlSession: .malformed())
        ),
        HostileRow("an empty reason", head("HTTP/1.1 200 \r\nContent-Length: 4"), .answer(200, 4)),
        HostileRow("HTTP/1.0", head("HTTP/1.0 200 OK\r\nContent-Length: 4"), .answer(200, 4)),
        HostileRow(
            "a byte of Latin-1",
            .send([UInt8]((ok + "\r\nX-Name: Andr").utf8) + [0xE9] + [UInt8]("\r\n\r\nbody".utf8)).then(.close),
            HostileExpectations(curl: .answer(200, 4), urlSession: .malformed())
        ),
        HostileRow("a folded header", head(ok + "\r\nX-Name: one\r\n two"), .answer(200, 4)),
        // libcurl 7.88 believes it, and has the connections of that server carry several exchanges at once from then on.
        HostileRow(
            "HTTP/2 in the status line",
            head("HTTP/2 200 OK\r\nContent-Length: 4"),
            .answer(200, 4)
        ).with { $0.poisonsConnections = true },
    ]

    private static let malformed: [HostileRow] = [
        HostileRow("a header without a colon", head(ok + "\r\nnone"), .malformed()),
        HostileRow("a header without a name", head(ok + "\r\n: none"), .malformed()),
        HostileRow("NUL in a header", head(ok + "\r\nX-Name: a\0b"), .malformed()),
        HostileRow("a status of two digits", head("HTTP/1.1 20 OK\r\nContent-Length: 4"), .malformed()),
        HostileRow("a status of four digits", head("HTTP/1.1 2000 OK\r\nContent-Length: 4"), .malformed()),
        HostileRow("HTTP/0.9", .send("<p>body</p>").then(.close), .malformed()),
        HostileRow("another protocol", .send("SSH-2.0-OpenSSH_9.2\r\n").then(.close), .malformed()),
    ]

    private static let large: [HostileRow] = [
        HostileRow(
            "a head of 64 KiB",
            .send(ok + "\r\n").then(.send(field(of: 1024), times: 64)).then(.send("\r\nbody")),
            .answer(200, 4)
        ),
        HostileRow(
            "a header of a mebibyte",
            .send(ok + "\r\n").then(.send(field(of: 1 << 20))).then(.send("\r\nbody")).then(.close),
            .malformed()
        ).with { $0.isHeavy = true },
        HostileRow(
            "a head of a mebibyte",
            .send(ok + "\r\n").then(.send(field(of: 1024), times: 1024)).then(.send("\r\nbody")).then(.close),
            .malformed()
        ).with { $0.isHeavy = true },
        HostileRow(
            "a head without end",
            .send("HTTP/1.1 200 OK\r\n").then(.send(field(of: 1024), times: 100_000)),
            .malformed()
        ).with { $0.isHeavy = true },
    ]

    private static let challenges: [HostileRow] = [
        HostileRow("401 with Basic", .status(401, headers: ["WWW-Authenticate": #"Basic realm="here""#]), .answer(401)),
        HostileRow(
            "401 with Basic and a body",
            .status(401, headers: ["WWW-Authenticate": #"Basic realm="here""#], body: Array("who?".utf8)),
            .answer(401, 4)
        ),
        HostileRow(
            "401 with Digest",
            .status(401, headers: ["WWW-Authenticate": #"Digest realm="here", nonce="1""#]),
            .answer(401)
        ),
        HostileRow("401 with Bearer", .status(401, headers: ["WWW-Authenticate": "Bearer"]), .answer(401)),
        HostileRow(
            "401 with an unknown challenge",
            .status(401, headers: ["WWW-Authenticate": "Riddle x=1"]),
            .answer(401)
        ),
        HostileRow("401 without a challenge", .status(401), .answer(401)),
        HostileRow(
            "407 without a proxy",
            .status(407, headers: ["Proxy-Authenticate": #"Basic realm="here""#]),
            .answer(407)
        ),
    ]
}
