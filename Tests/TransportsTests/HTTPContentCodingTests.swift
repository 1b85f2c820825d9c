import Foundation
import LoopbackServer
import RequestTransports
import TestSupport
import Testing

/// Coded bodies over the loopback; the coding is undone above an engine or by it, and a cut is never taken for an end.
@Suite(.timeLimit(.minutes(3)))
struct HTTPContentCodingTests {
    // "hello hello hello hello", by gzip.
    static let packed: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 64, 39, 1, 227, 81, 61, 141, 23, 0, 0, 0,
    ]
    /// The same, bare.
    static let bare = Array(packed[10..<packed.count - 8])
    static let wrapped: [UInt8] = [0x78, 0x9C] + bare + [0x68, 0x03, 0x08, 0xB1]

    @Test(arguments: HTTPTransport.Engine.available)
    func whatIsAskedForCanBeChecked(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { _ in .text("plain") }
        defer { server.stop() }
        let transport = HTTPTransport(.init(engine: engine))
        _ = try await transport.response(for: Ask(server.url("/plain")))
        _ = try await transport.response(for: Ask(server.url("/own"), headers: ["Accept-Encoding": "br"]))
        _ = try await transport.response(for: Ask(server.url("/part"), headers: ["Range": "bytes=0-3"]))
        func asked(_ path: String) -> String? { server.record.requests(to: path).first?["Accept-Encoding"] }
        #if canImport(FoundationNetworking)
            #expect(asked("/plain") == (engine == .curl ? "gzip, deflate" : "identity"))
        #endif
        #expect(asked("/own") == "br")
        #expect(asked("/part") == "identity")
    }

    #if CURL_ENGINE
        private func body(_ bytes: [UInt8], coding: String, method: HTTPMethod = .get) async throws -> Data {
            let server = try LoopbackServer { _ in
                .status(200, headers: ["Content-Encoding": coding], body: bytes)
            }
            defer { server.stop() }
            let response = try await HTTPTransport(.init(engine: .curl)).response(
                for: Ask(server.url("/coded"), method: method)
            )
            #expect((response.headers["Content-Encoding"] == nil) == (response.body != Data(bytes)))
            return response.body
        }

        @Test(arguments: [
            ("gzip", packed, 1), ("GZIP", packed, 1), ("x-gzip", packed, 1), ("gzip", packed + packed, 2),
            ("deflate", bare, 1), ("deflate", wrapped, 1),
        ])
        func codingsAreUndone(coding: String, bytes: [UInt8], times: Int) async throws {
            let text = String(repeating: "hello hello hello hello", count: times)
            #expect(try await body(bytes, coding: coding) == Data(text.utf8))
        }

        @Test func aCodingThatIsNotKnownIsLeftAsItIs() async throws {
            #expect(try await body(Self.packed, coding: "br") == Data(Self.packed))
        }

        @Test func noBytesAreAnEmptyBodyInAnyCoding() async throws {
            let server = try LoopbackServer { _ in .status(200, headers: ["Content-Encoding": "gzip"]) }
            defer { server.stop() }
            let transport = HTTPTransport(.init(engine: .curl))
            #expect(try await transport.response(for: Ask(server.url("/"))).body.isEmpty)
            #expect(try await transport.response(for: Ask(server.url("/"), method: .head)).body.isEmpty)
        }

        @Test(arguments: Array(1..<packed.count))
        func aCutIsNotTakenForTheEnd(length: Int) async throws {
            await #expect { try await body(Array(Self.packed.prefix(length)), coding: "gzip") } throws: {
                HTTPTransportError.Code.incompleteBody ~= $0
            }
        }

        @Test(arguments: damaged)
        func whatIsDamagedIsMalformed(bytes: [UInt8]) async throws {
            await #expect { try await body(bytes, coding: "gzip") } throws: {
                HTTPTransportError.Code.malformedResponse ~= $0
            }
        }

        @Test func aBombIsTooLarge() async throws {
            // A megabyte in a thousand bytes, over and over: members of gzip may follow each other.
            let member = try #require(Self.zeros)
            let server = try LoopbackServer { _ in
                .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n")
                    .then((0..<20).reduce(ServerScript.send(member)) { script, _ in script.then(.send(member)) })
                    .then(.awaitPeerClose)
            }
            defer { server.stop() }
            await #expect {
                try await HTTPTransport(.init(engine: .curl)).response(for: Ask(server.url("/bomb")))
            } throws: {
                HTTPTransportError.Code.responseTooLarge ~= $0
            }
            await server.waitForPeerCloses(1)
        }

        /// In the data, in the checksum, in the length, behind the end, and from the start.
        private static let damaged: [[UInt8]] = {
            let changed = [(10, 255), (20, 0), (27, 1)].map { (place: Int, byte: UInt8) in
                var bytes = packed
                bytes[place] = byte
                return bytes
            }
            return changed + [packed + [7, 7, 7, 7], [1, 2, 3, 4]]
        }()

        /// A megabyte of zeros, by gzip.
        private static var zeros: [UInt8]? {
            let (start, end) = ("H4sIAAAAAAACA+3BMQEAAADCoPVPbQhfoA", "PgMc6jinAAAQAA==")
            let middle = String(repeating: "A", count: 1404 - start.count - end.count)
            return Data(base64Encoded: start + middle + end).map(Array.init)
        }
    #endif
}
