import LoopbackServer
import RequestTransports

extension HostileRow {
    private static func hints(_ count: Int) -> ServerScript {
        .send(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8), times: count)
    }

    /// Heads before the final one; RFC 9110 §15.2.
    static let interims: [HostileRow] = [
        HostileRow("a few interim heads", .interim(100).then(hints(5)).then(.text("body")), .answer(200, 4)),
        HostileRow("a hundred interim heads", hints(100).then(.text("body")), .answer(200, 4)),
        HostileRow("a thousand interim heads", hints(1000).then(.text("body")), .malformed()),
        HostileRow("cut after an interim head", hints(1).then(.close), .lost),
        HostileRow("reset after an interim head", hints(1).then(.reset), .lost),
        HostileRow(
            "another protocol that nobody asked for",
            .send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: riddles\r\nConnection: upgrade\r\n\r\nriddle")
                .then(.close),
            .malformed()
        ),
    ]
}
