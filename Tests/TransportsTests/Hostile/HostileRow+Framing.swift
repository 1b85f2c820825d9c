import LoopbackServer
import RequestTransports

extension HostileRow {
    private static func length(_ fields: String, _ body: String = "body") -> ServerScript {
        .send("HTTP/1.1 200 OK\r\n\(fields)\r\n\(body)").then(.close)
    }

    private static func chunks(_ text: String) -> ServerScript {
        .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(text)").then(.close)
    }

    /// Lengths and chunks that are wrong, or right and rare; RFC 9112 §6 and §7.
    static let framing: [HostileRow] = lengths + chunkings + bodiless

    private static let lengths: [HostileRow] = [
        HostileRow("no length", length(""), .answer(200, 4)),
        HostileRow("a length too long", length("Content-Length: 10\r\n"), .incomplete(4)),
        HostileRow("a length too short", length("Content-Length: 2\r\n"), .answer(200, 2)),
        HostileRow("two equal lengths", length("Content-Length: 4\r\nContent-Length: 4\r\n"), .answer(200, 4)),
        HostileRow("two different lengths", length("Content-Length: 4\r\nContent-Length: 3\r\n"), .malformed()),
        HostileRow("different lengths in one field", length("Content-Length: 4, 3\r\n"), .malformed()),
        HostileRow("a negative length", length("Content-Length: -4\r\n"), .malformed()),
        HostileRow("a length with a sign", length("Content-Length: +4\r\n"), .malformed()),
        HostileRow("a length that is no number", length("Content-Length: four\r\n"), .malformed()),
        HostileRow("a length and more", length("Content-Length: 4 bytes\r\n"), .malformed()),
        HostileRow("an empty length", length("Content-Length:\r\n"), .malformed()),
        HostileRow(
            "a length past all numbers",
            length("Content-Length: 99999999999999999999999\r\n"),
            .malformed()
        ),
        // What is taken as a whole is limited; what is read as it comes is not.
        HostileRow(
            "a length past all that is taken",
            length("Content-Length: 1000000000000000000\r\n"),
            .failure(.responseTooLarge, allowsRetry: false)
        ).with { $0.streamedExpectations = HostileExpectations(.incomplete(4)) },
        HostileRow(
            "the largest length there is",
            length("Content-Length: 9223372036854775807\r\n"),
            // The open-source Foundation makes a fraction of it and an integer of that, which is past all integers.
            HostileExpectations(curl: .failure(.responseTooLarge, allowsRetry: false), urlSession: .death)
        ).with { $0.streamedExpectations = HostileExpectations(curl: .incomplete(4), urlSession: .death) },
    ]

    private static let chunkings: [HostileRow] = [
        HostileRow(
            "a length and chunks",
            length("Content-Length: 100\r\nTransfer-Encoding: chunked\r\n", "4\r\nbody\r\n0\r\n\r\n"),
            .answer(200, 4)
        ),
        HostileRow("an unknown transfer coding", length("Transfer-Encoding: rot13\r\n"), .malformed()),
        HostileRow("a chunk size that is no number", chunks("xyz\r\nbody\r\n0\r\n\r\n"), .malformed()),
        HostileRow("a negative chunk size", chunks("-4\r\nbody\r\n0\r\n\r\n"), .malformed()),
        HostileRow("a chunk size past all numbers", chunks("fffffffffffffffffff\r\nbody\r\n0\r\n\r\n"), .malformed()),
        HostileRow("a chunk longer than its size", chunks("2\r\nbody\r\n0\r\n\r\n"), .malformed(2)),
        HostileRow("a chunk extension", chunks("4;name=value\r\nbody\r\n0\r\n\r\n"), .answer(200, 4)),
        HostileRow(
            "a trailer",
            chunks("4\r\nbody\r\n0\r\nX-Checksum: 1\r\n\r\n"),
            HostileExpectations(.answer(200, 4), deadlyUntil64: .incomplete(4))
        ),
        HostileRow("more after the last chunk", chunks("4\r\nbody\r\n0\r\n\r\nmore"), .answer(200, 4)),
    ]

    private static let bodiless: [HostileRow] = [
        HostileRow("204 with a body", .send("HTTP/1.1 204 No Content\r\n\r\nbody").then(.close), .answer(204)),
        HostileRow(
            "304 with a body",
            .send("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\nbody").then(.close),
            .answer(304)
        ),
        HostileRow("HEAD with a body", length("Content-Length: 4\r\n"), .answer(200)).with { $0.method = .head },
    ]
}
