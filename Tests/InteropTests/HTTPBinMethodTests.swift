import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// What httpbin says that it was sent, and the statuses it gives, with every engine.
@Suite(.timeLimit(.minutes(3)), .needsForeignServers)
struct HTTPBinMethodTests {
    private let servers: ForeignServers

    init() throws {
        servers = try #require(ForeignServers.running)
    }

    private func url(_ path: String) -> String { servers.url(.httpbin, path) }

    @Test(arguments: HTTPTransport.Engine.available)
    func everyMethodArrives(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        for method in [HTTPMethod.get, .post, .put, .patch, .delete, .trace] {
            let echo = try await coordinator.response(for: Call(url("/anything"), method: method)).echo()
            try #require(echo.method == method.rawValue)
            try #require(echo.data == "")
        }
        for method in [HTTPMethod.post, .put, .patch, .delete] {
            let call = Call(url("/anything"), method: method, body: .json(["value": 7]))
            let echo = try await coordinator.response(for: call).echo()
            try #require(echo.method == method.rawValue)
            try #require(echo.json == ["value": 7])
            try #require(echo["Content-Type"] == "application/json")
            try #require(echo["Content-Length"] == "11")
        }
        let head = try await coordinator.response(for: Call(url("/get"), method: .head))
        try #require(head.body.isEmpty)
        try #require(head.headers["Content-Length"].flatMap { Int($0) } ?? 0 > 0)
        let options = try await coordinator.response(for: Call(url("/get"), method: .options))
        try #require(options.headers["Allow"]?.contains("HEAD") == true)
        try Findings.add(
            servers,
            "httpbin",
            "methods",
            on: engine,
            "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE, with and without a body"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func queriesAndFormsArriveAsTheyWere(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine)
        let values = ["a&b=c": "d e+f", "ü/?#": "100 % 世界", "empty": "", "quote": "\"'<>;,"]
        let items = values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        let query = try await coordinator.response(for: Call(url("/anything?first=1"), query: items)).echo()
        try #require(query.args == values.merging(["first": "1"]) { $1 })
        let form = try await coordinator.response(for: Call(url("/anything"), method: .post, body: .form(items))).echo()
        try #require(form.form == values)
        let fields: HTTPHeaders = ["X-Plain": "a, b; c=\"d\"", "x-lower": "1", "User-Agent": "Interop"]
        let echo = try await coordinator.response(for: Call(url("/anything"), headers: fields)).echo()
        for field in fields.fields { try #require(echo[field.name] == field.value) }
        try Findings.add(servers, "httpbin", "queries, forms, fields", on: engine, "arrive as they were")
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aStreamedBodyArrives(engine: HTTPTransport.Engine) async throws {
        let call = Call(url("/anything"), method: .post, body: PatternSource(size: 300_000).body)
        let echo = try await RequestCoordinator(engine).response(for: call).echo()
        // What is no text comes back as a URL of data.
        let sent = try #require(echo.data?.split(separator: ",").last)
        var check = Pattern.Check()
        check.take(try #require(Data(base64Encoded: String(sent))))
        try #require(check.isRight && check.count == 300_000)
        try Findings.add(
            servers,
            "httpbin",
            "streamed upload",
            on: engine,
            "300000 bytes without length: byte for byte"
        )
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func statusesAreAnswersOrErrors(engine: HTTPTransport.Engine) async throws {
        let coordinator = RequestCoordinator(engine) { $0.timeout = .seconds(20) }
        for status in [200, 201, 202, 203, 204, 205, 206, 299] {
            try #require(try await coordinator.response(for: Call(url("/status/\(status)"))).status == status)
        }
        let errors = [
            300, 304, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 415, 416, 418, 422, 425,
            428,
            429, 431, 451, 500, 501, 502, 503, 504, 505, 511, 599,
        ]
        for status in errors {
            let error = try await #require(throws: HTTPError.self) {
                try await coordinator.response(for: Call(url("/status/\(status)")))
            }
            try #require(error.status == status)
        }
        try Findings.add(
            servers,
            "httpbin",
            "statuses",
            on: engine,
            "8 answers and \(errors.count) errors, each with its number"
        )
    }
}
