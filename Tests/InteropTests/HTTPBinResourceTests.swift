import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// Resources and routes by a client, as httpbin sees them, with every engine.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct HTTPBinResourceTests {
    private struct Unexpected: Error {}

    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func client(_ engine: HTTPTransport.Engine) -> HTTPClient {
        let base = URL(string: servers.url(.httpbin, ""))
        return HTTPClient(baseURL: base, transport: HTTPTransport(.init(engine: engine, timeout: .seconds(20))))
    }

    /// What a server of JSON is sent and sends back.
    struct Order: Codable, Hashable {
        var pet: String
        var count: Int
        var isGift: Bool?
    }

    struct OrderResponse: ModelConvertible {
        let method: String
        let json: Order?

        func model() throws -> Order {
            guard let json, method == "POST" else { throw Unexpected() }
            return json
        }
    }

    /// What httpbin says where a media type is not to be had.
    struct Refusal: Decodable {
        let message: String
        let accept: [String]
    }

    struct Routes {
        @POST var order: Resource<Order>
        @GET("status/406", errorBody: Refusal.self) var refused: Resource<Order>
        @GET("uuid") var number: Resource<[String: String]>
        @DELETE("status/204") var remove: Resource<Void>

        init(_ order: Order) {
            _order = POST("anything/orders", body: .json(order), as: OrderResponse.self)
        }
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func jsonIsEchoedAndMadeAModel(engine: HTTPTransport.Engine) async throws {
        let client = client(engine)
        let orders = [
            Order(pet: "Grüße, \"世界\" \\ 🌍\r\n\u{2028}</script>", count: .max, isGift: true), Order(pet: "", count: -1),
        ]
        for order in orders {
            let echoed = try await client.response(for: Routes(order).order)
            try #require(echoed == order)
        }
        try Findings.add(servers, "httpbin", "@POST of JSON, read as a model", on: engine, "both ways, as it was")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func errorsHaveTheirStatusAndTheirBody(engine: HTTPTransport.Engine) async throws {
        let client = client(engine)
        let routes = Routes(Order(pet: "", count: 0))
        guard case .httpError(let error, let body as Refusal) = await client.outcome(of: routes.refused) else {
            throw Unexpected()
        }
        try #require(error.status == 406)
        try #require(body.accept.contains("image/webp") && !body.message.isEmpty)
        let other = Resource<Order>("status/418", errorBody: Refusal.self)
        guard case .httpError(let teapot, nil) = await client.outcome(of: other) else { throw Unexpected() }
        try #require(teapot.status == 418 && !teapot.body.isEmpty)
        try Findings.add(
            servers,
            "httpbin",
            "typed bodies of errors",
            on: engine,
            "406 of JSON: status and typed body; 418 of text: status and raw body"
        )
    }

    /// What separates, encodes or ends something elsewhere, and characters of several bytes.
    private static let hostile = [
        "a b", "a+b", "a&b=c;d", "a/b", "a?b#c", "100%", "%41%2F", "\"quoted\" 'too'", "<a>[1]{2}|^`\\", "~*!$(id),:@",
        "Grüße", "e\u{301}", "世界", "👩‍👩‍👧", "...", ".a", "a..b", "-x", "\u{301}mark", "'\u{301}", "tab\tand",
    ]

    @Test(arguments: HTTPTransport.Engine.available)
    func hostileTextsComeBackAsTheyWere(engine: HTTPTransport.Engine) async throws {
        struct Segments: Decodable {
            let url: String
            let args: [String: String]
        }
        let client = client(engine)
        for (index, text) in Self.hostile.enumerated() {
            let name = Self.hostile[Self.hostile.count - 1 - index]
            // httpbin takes no line breaks in a path.
            let value = text + "\r\n" + text
            let echo = try await client.response(
                for: Resource<Segments>("anything/\(text)/end", parameters: [URLQueryItem(name: name, value: value)])
            )
            try #require(echo.args.count == 1)
            try #require(echo.args.first.map { Array($0.key.utf8) } == Array(name.utf8))
            try #require(echo.args.first.map { Array($0.value.utf8) } == Array(value.utf8))
            let isSegment = try await isSegment(text, of: echo.url, by: client)
            try #require(isSegment, "\(text): \(echo.url)")
            let form = try await client.response(
                for: Resource<Echo>(.put, "anything", body: .form([URLQueryItem(name: name, value: value)]))
            )
            try #require(form.form?.first.map { Array($0.key.utf8) } == Array(name.utf8))
            try #require(form.form?.first.map { Array($0.value.utf8) } == Array(value.utf8))
        }
        try Findings.add(
            servers,
            "httpbin",
            "hostile items, segments, forms",
            on: engine,
            "\(Self.hostile.count) texts, each as a segment, a name and a value: byte for byte"
        )
    }

    /// Whether httpbin took a text for one segment of the path of this URL, as it writes it.
    private func isSegment(_ text: String, of url: String, by client: HTTPClient) async throws -> Bool {
        guard text.utf8.contains(UInt8(ascii: "%")) else {
            let path = String(url.unicodeScalars.prefix { $0 != "?" }).removingPercentEncoding
            return path.map { Array($0.utf8).ends(with: "/anything/\(text)/end") } == true
        }
        // It writes percent signs as they are, so that nobody knows what they stand for; a name is what it is.
        struct User: Decodable { let user: String }
        let credentials = Data("\(text):x".utf8).base64EncodedString()
        let login = Resource<User>("basic-auth/\(text)/x", headers: ["Authorization": "Basic \(credentials)"])
        return try await client.response(for: login).user == text
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func answersWithoutContentAreValues(engine: HTTPTransport.Engine) async throws {
        let client = client(engine)
        try await client.response(for: Resource<Void>(.head, "get"))
        try #require(try await client.response(for: Resource<Order?>(.head, "get")) == nil)
        try #require(
            try await client.response(for: Resource<HTTPResponse>(.head, "get")).headers["Content-Length"] != nil
        )
        try await client.response(for: Routes(Order(pet: "", count: 0)).remove)
        for path in ["status/204", "status/205", "bytes/0"] {
            let path = ResourcePath(raw: path)
            try #require(try await client.response(for: Resource<Order?>(path)) == nil)
            try #require(try await client.response(for: Resource<EmptyBody>(path)) == EmptyBody())
            guard case .failure(let error as HTTPDecodingError) = await client.outcome(of: Resource<Order>(path)) else {
                throw Unexpected()
            }
            try #require(error.reason == .empty)
        }
        try Findings.add(
            servers,
            "httpbin",
            "HEAD, 204, 205, no bytes",
            on: engine,
            "Void, nil and EmptyBody; for any other type: an error that says empty"
        )
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
