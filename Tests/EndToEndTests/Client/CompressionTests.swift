import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import Testing

/// Whether the server may compress: what it is told, and what is made of what it sends.
@Suite(.timeLimit(.minutes(3)))
struct CompressionTests {
    // `{"id":7}`, by gzip.
    private static let packed: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 202, 76, 81, 178, 50, 175, 5, 0, 67, 95, 7, 18, 8, 0, 0, 0,
    ]

    /// Compresses where it may.
    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request["Accept-Encoding"]?.contains("gzip") == true else { return .json(#"{"id":7}"#) }
            let headers: KeyValuePairs = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
            return .status(200, headers: headers, body: packed)
        }
    }

    @Test(arguments: HTTPTransport.Engine.available, [true, false, nil])
    func theServerIsToldAndItsAnswerIsRead(engine: HTTPTransport.Engine, isAccepted: Bool?) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let options = HTTPOptions(acceptsCompression: isAccepted)
        let client = HTTPClient(
            baseURL: URL(string: server.url("")),
            transport: HTTPTransport(.init(engine: engine)),
            options: options
        )
        #expect(try await client.response(for: Resource<Pet>("pet")) == Pet(id: 7))
        let answer = try await client.response(for: Resource<HTTPResponse>(.post, "pet", body: .text("x")))
        #expect(answer.body == Data(#"{"id":7}"#.utf8))
        #expect(answer.headers["Content-Encoding"] == nil)
        var streamed = Data()
        for try await chunk in try await client.response(for: Resource<HTTPStreamedResponse>("pet")).body {
            streamed += chunk
        }
        #expect(streamed == Data(#"{"id":7}"#.utf8))
        let asked = server.record.requests(to: "/pet").map { request in
            request.fields.filter { $0.name.lowercased() == "accept-encoding" }.map(\.value)
        }
        let expected: String? =
            switch isAccepted {
            case true?: "gzip, deflate"
            case false?: "identity"
            // As the engine does best: on Linux URLSession would take one that is cut short for a whole one.
            case nil: engine == .curl ? "gzip, deflate" : Self.systemAsks
            }
        if let expected { #expect(asked == Array(repeating: [expected], count: 3)) }
    }

    #if canImport(FoundationNetworking)
        private static let systemAsks: String? = "identity"
    #else
        private static let systemAsks: String? = nil
    #endif

    @Test(arguments: HTTPTransport.Engine.available)
    func theResourceComesBeforeTheClientAndAFieldBeforeBoth(engine: HTTPTransport.Engine) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let client = HTTPClient(
            baseURL: URL(string: server.url("")),
            transport: HTTPTransport(.init(engine: engine)),
            options: HTTPOptions(acceptsCompression: true)
        )
        func asked(_ isAccepted: Bool?, _ headers: HTTPHeaders = [:]) async throws -> String? {
            let options = HTTPOptions(acceptsCompression: isAccepted)
            try await client.response(for: Resource<Void>("pet", headers: headers, options: options))
            return server.record.requests(to: "/pet").last?["Accept-Encoding"]
        }
        #expect(try await asked(nil) == "gzip, deflate")
        #expect(try await asked(false) == "identity")
        #expect(try await asked(false, ["Accept-Encoding": "gzip;q=0.5"]) == "gzip;q=0.5")
        // A part of a coded body cannot be decoded.
        #expect(try await asked(true, ["Range": "bytes=0-3"]) == "identity")
    }
}
