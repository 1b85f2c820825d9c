import Foundation
import RequestScheduler
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPDecodingTests {
    struct User: Codable, Equatable { var name: String }
    struct GetUser: HTTPRequest {
        typealias Response = User
        var url: String { "http://a.example/user" }
    }
    struct FindUser: HTTPRequest {
        typealias Response = User?
        var url: String { "http://a.example/user" }
    }
    struct GetBytes: HTTPRequest {
        typealias Response = Data
        var url: String { "http://a.example/bytes" }
    }
    struct Ping: HTTPRequest {
        typealias Response = Void
        var url: String { "http://a.example/ping" }
    }
    struct Other: Request { typealias Response = User }

    let transport = HTTPTransport()
    let json = Data(#"{"name":"Ann"}"#.utf8)

    private func decode<R: Request>(_ body: Data, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        let payload: any Sendable = origin == .fresh ? HTTPResponse(body: body) : body
        return try transport.decode(payload, for: request, from: origin)
    }

    @Test(arguments: [PayloadOrigin.fresh, .restored])
    func eachKindOfResponseIsReadInItsWay(origin: PayloadOrigin) throws {
        #expect(try decode(json, for: GetUser(), from: origin) == User(name: "Ann"))
        #expect(try decode(json, for: FindUser(), from: origin) == User(name: "Ann"))
        #expect(try decode(Data("null".utf8), for: FindUser(), from: origin) == nil)
        #expect(try decode(json, for: GetBytes(), from: origin) == json)
        try decode(json, for: Ping(), from: origin)
        let answer = try decode(json, for: Ask("http://a.example/"), from: origin)
        #expect(answer.body == json)
        #expect(answer.origin == origin)
    }

    @Test(arguments: [PayloadOrigin.fresh, .restored])
    func whatCannotBeReadIsATypedError(origin: PayloadOrigin) {
        let error = #expect(throws: HTTPDecodingError.self) {
            try decode(Data("[]".utf8), for: GetUser(), from: origin)
        }
        #expect(error?.reason == .mismatch)
        #expect(error?.underlyingError is DecodingError)
    }

    @Test func aForeignPayloadIsATypedError() {
        #expect { try transport.decode(7, for: GetUser(), from: .fresh) } throws: {
            HTTPTransportError.Code.unexpectedPayload ~= $0
        }
        #expect { try transport.decode(json, for: GetUser(), from: .fresh) } throws: {
            HTTPTransportError.Code.unexpectedPayload ~= $0
        }
        #expect { try transport.decode(HTTPResponse(), for: Other(), from: .fresh) } throws: {
            HTTPTransportError.Code.unsupportedRequest ~= $0
        }
    }

    @Test func onlyHTTPRequestsAreSupported() {
        #expect(transport.supports(GetUser()))
        #expect(!transport.supports(Other()))
        #expect(transport.restores(GetUser()))
        #expect(!transport.restores(Other()))
    }

    @Test func theStoredFormIsTheBody() {
        #expect(HTTPResponse(status: 200, headers: ["A": "b"], body: json).rawBytes == json)
    }

    @Test(arguments: [
        ("http://me:hush@a.example/x?token=hush#hush", "http://a.example/x"), ("http://a.example", "http://a.example"),
        ("http://a.example/@x", "http://a.example/@x"), ("http://a@b@c.example/", "http://c.example/"), ("", ""),
    ])
    func descriptionsHoldNoSecrets(url: String, printed: String) {
        let response = HTTPResponse(status: 500, headers: ["Cookie": "hush"], body: Data("hush".utf8), url: url)
        let error = HTTPError(response)
        #expect(error.url == printed)
        #expect("\(error)" == "HTTPError: status 500 from \(printed)")
        #expect("\(response)" == "HTTPResponse: 500, 4 bytes from \(printed)")
        var dumped = ""
        dump(error, to: &dumped)
        dump(response, to: &dumped)
        for text in [
            dumped, "\(error)", String(reflecting: error), String(reflecting: response), error.localizedDescription,
        ] {
            #expect(!text.contains("hush"))
        }
    }
}
