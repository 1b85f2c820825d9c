import LoopbackServer
import RequestTransports

extension HostileRow {
    private static func coded(_ coding: String, _ body: [UInt8]) -> ServerScript {
        .status(200, headers: ["Content-Encoding": coding], body: body)
    }

    /// 111 bytes of text in 60, compressed; RFC 1952.
    private static let whole: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0x54, 0x48, 0xCA, 0x4F, 0xA9, 0x54, 0x28,
        0xC9, 0x48, 0x2C, 0x51, 0xC8, 0x2C, 0x56, 0xC8, 0xC9, 0xCF, 0x4B, 0x57, 0x48, 0xCD, 0xCB, 0x2F, 0x4D, 0xCF,
        0x50, 0x28, 0xC9, 0x57, 0x48, 0x4A, 0x55, 0x48, 0x2E, 0x2D, 0x51, 0x48, 0xA4, 0x9A, 0x22, 0x00, 0x89, 0x2C,
        0x19, 0xB7, 0x6F, 0x00, 0x00, 0x00,
    ]

    /// The beginning of mebibytes of zeros, compressed to a thousandth, in a body that is said to be longer.
    private static let bomb: ServerScript = {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20000\r\n\r\n"
        let start: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 0x31, 1, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 8, 0x5F,
            0xA0,
        ]
        return .send(head.utf8 + start + [UInt8](repeating: 0, count: 8000 - start.count)).then(.awaitPeerClose)
    }()

    /// Compressed bodies that are not what they say; RFC 9110 §8.4.
    ///
    /// libcurl's engine delivers them as they came, `URLSession` decoded.
    static let codings: [HostileRow] = [
        HostileRow(
            "gzip",
            coded("gzip", whole),
            HostileExpectations(curl: .answer(200, 60), urlSession: .answer(200, 111))
        ),
        // None is asked for, and what comes all the same is decoded without a look at its end.
        HostileRow(
            "gzip cut short inside its length",
            coded("gzip", whole.dropLast(20)),
            HostileExpectations(curl: .incomplete(40), urlSession: .answer(200, 29))
        ),
        HostileRow(
            "gzip with a wrong checksum",
            coded("gzip", whole.dropLast(8) + [1, 2, 3, 4] + whole.suffix(4)),
            HostileExpectations(curl: .malformed(60), urlSession: .malformed(111))
        ),
        HostileRow(
            "gzip that is none",
            coded("gzip", Array("plain text".utf8)),
            HostileExpectations(curl: .malformed(10), urlSession: .malformed())
        ),
        HostileRow(
            "gzip of two members",
            coded("gzip", whole + whole),
            HostileExpectations(curl: .answer(200, 120), urlSession: .malformed(111))
        ),
        HostileRow(
            "a gzip bomb",
            bomb,
            HostileExpectations(
                curl: .failure(.responseTooLarge, 8000, allowsRetry: false),
                urlSession: .failure(.responseTooLarge, 114_688, allowsRetry: false)
            )
        ).with { row in
            row.isHeavy = true
            // Where no size is limited, the ratio is.
            row.streamedExpectations = HostileExpectations(
                curl: .failure(.responseTooLarge, 8000, allowsRetry: false),
                urlSession: .failure(.responseTooLarge, 3_997_696, allowsRetry: false)
            )
        },
        HostileRow(
            "an unknown coding",
            coded("rot13", Array("obql".utf8)),
            HostileExpectations(curl: .answer(200, 4), urlSession: .malformed())
        ),
    ]
}
