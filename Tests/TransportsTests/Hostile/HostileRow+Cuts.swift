import LoopbackServer
import RequestTransports

extension HostileRow {
    private static let length = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// A place behind the head: its name, what is sent until there, and the bytes of body in it.
    private static let places: [(name: String, text: String, bodyBytes: Int)] = [
        ("after the head", length, 0),
        ("in the body", length + "half", 4),
        ("before a chunk", chunked, 0),
        ("in a chunk's size", chunked + "4\r\nfour\r\n1", 4),
        ("after a chunk's size", chunked + "4\r\nfour\r\n10\r\n", 4),
        ("in a chunk", chunked + "5\r\nab", 2),
        ("after a chunk's bytes", chunked + "4\r\nfour", 4),
        ("before the last chunk", chunked + "4\r\nfour\r\n", 4),
        ("in the last chunk", chunked + "4\r\nfour\r\n0\r\n", 4),
        ("in a trailer", chunked + "4\r\nfour\r\n0\r\nX-Che", 4),
    ]

    /// A place in the head.
    ///
    /// The open-source Foundation believes libcurl that a head which breaks off is whole, unless nothing of it came, or a length.
    private static let headPlaces: [(name: String, text: String, isDeadly: Bool)] = [
        ("in the status line", "HTTP/1.1 20", false),
        ("after the status line", "HTTP/1.1 200 OK\r\n", true),
        ("in a header", "HTTP/1.1 200 OK\r\nContent-Le", true),
        ("after a header", "HTTP/1.1 200 OK\r\nX-Name: one\r\n", true),
        ("after a length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n", false),
        ("in the blank line", "HTTP/1.1 200 OK\r\nX-Name: one\r\n\r", true),
    ]

    /// Orderly ends of the connection in the middle of an answer.
    static let cuts: [HostileRow] =
        [HostileRow("cut before any byte", .close, .lost)]
        + headPlaces.map { place in
            let script = ServerScript.send(place.text).then(.close)
            return place.isDeadly
                ? HostileRow("cut \(place.name)", script, HostileExpectations(.lost, deadlyUntil64: .lost))
                : HostileRow("cut \(place.name)", script, .lost)
        }
        + places.map { place in
            HostileRow("cut \(place.name)", .send(place.text).then(.close), .incomplete(place.bodyBytes))
        }
        + [
            HostileRow(
                "cut after a trailer",
                .send(chunked + "4\r\nfour\r\n0\r\nX-Checksum: 1\r\n").then(.close),
                .incomplete(4)
            )
        ]

    /// Resets at the same places, once what was sent until there has been delivered.
    static let resets: [HostileRow] =
        [HostileRow("reset before any byte", .reset, .lost)]
        + headPlaces.map { HostileRow("reset \($0.name)", .send($0.text).then(.reset), .lost) }
        + places.map { place in
            HostileRow(
                "reset \(place.name)",
                { _, hold in .send(place.text).then(.hold(hold)).then(.reset) },
                HostileExpectations(.incomplete(place.bodyBytes))
            ).with { $0.cue = place.bodyBytes == 0 ? .head : .bytes(place.bodyBytes) }
        }
}
