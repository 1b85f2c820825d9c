import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import Testing

/// Answers without content, over real connections: whoever can do without it has a value.
@Suite(.timeLimit(.minutes(3)))
struct EmptyAnswerTests {
    struct Unexpected: Error {}

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            switch request.path {
            case "/204": .status(204)
            case "/205": .status(205)
            case "/zero": .json("")
            case "/chunks":
                .send(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n"
                )
            case "/pet": .json(#"{"id":7}"#)
            default: .json(#"{"code":17,"message":"Unknown"}"#, status: 404)
            }
        }
    }

    private func makeClient(_ server: LoopbackServer, _ engine: HTTPTransport.Engine) -> HTTPClient {
        HTTPClient(baseURL: URL(string: server.url("")), transport: HTTPTransport(.init(engine: engine)))
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func nothingIsReadOfNothing(engine: HTTPTransport.Engine) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let client = makeClient(server, engine)
        for (path, method) in ["204", "205", "zero", "chunks"].flatMap({ path in
            [HTTPMethod.get, .post, .put, .delete].map { (path, $0) }
        }) {
            let path = ResourcePath(raw: path)
            try await client.response(for: Resource<Void>(method, path))
            #expect(try await client.response(for: Resource<EmptyBody>(method, path)) == EmptyBody())
            #expect(try await client.response(for: Resource<Pet?>(method, path)) == nil)
            #expect(try await client.response(for: Resource<Pet?>(method, path, as: PetResponse?.self)) == nil)
            #expect(try await client.response(for: Resource<Data>(method, path)).isEmpty)
            guard case .failure(let error as HTTPDecodingError) = await client.outcome(of: Resource<Pet>(method, path))
            else { throw Unexpected() }
            #expect(error.reason == .empty)
        }
        // What has no body has an end, too: the next answer is found behind it.
        if engine == .curl { #expect(server.record.connections == 1) }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func theHeadAloneIsAnAnswer(engine: HTTPTransport.Engine) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let client = makeClient(server, engine)
        for path in ["pet", "204", "205", "zero"].map({ ResourcePath(raw: $0) }) {
            try await client.response(for: Resource<Void>(.head, path))
            #expect(try await client.response(for: Resource<Pet?>(.head, path)) == nil)
            #expect(try await client.response(for: Resource<EmptyBody>(.head, path)) == EmptyBody())
        }
        let head = try await client.response(for: Resource<HTTPResponse>(.head, "pet"))
        #expect(head.headers["Content-Length"] == "8")
        #expect(head.body.isEmpty)
        // Its body is not there to be decoded: the status is.
        let missing = Resource<Void>(.head, "missing", errorBody: APIError.self)
        guard case .httpError(let error, nil) = await client.outcome(of: missing) else { throw Unexpected() }
        #expect(error.status == 404)
        #expect(error.body.isEmpty)
        #expect(try await client.response(for: Resource<Pet>("pet")) == Pet(id: 7))
        #expect(server.record.requests(to: "/pet").map(\.method) == ["HEAD", "HEAD", "HEAD", "HEAD", "GET"])
        if engine == .curl { #expect(server.record.connections == 1) }
    }
}
