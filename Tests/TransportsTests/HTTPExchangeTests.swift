import Foundation
import RequestScheduler
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPExchangeTests {
    private func exchange(
        _ url: String = "http://a.example/",
        method: HTTPMethod = .get,
        query: [URLQueryItem] = [],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        base: String? = nil
    ) throws -> HTTPExchange {
        let request = Ask(url, method: method, query: query, headers: headers, body: body)
        return try HTTPExchange(
            request,
            options: request.options,
            base: base.flatMap { URL(string: $0) }.map { .init($0) },
            headers: [:]
        )
    }

    @Test(arguments: [
        ("http://a.example", nil, "http://a.example"),
        ("HTTPS://a.example:8443/x?y=1#z", nil, "HTTPS://a.example:8443/x?y=1"),
        ("user/7", "https://a.example/v1/", "https://a.example/v1/user/7"),
        ("user/7", "https://a.example/v1", "https://a.example/user/7"),
        ("/user/7", "https://a.example/v1/", "https://a.example/user/7"),
        ("?page=2", "https://a.example/v1/list", "https://a.example/v1/list?page=2"),
        ("http://b.example/", "https://a.example/v1/", "http://b.example/"),
        ("/a b/ü", "http://a.example", "http://a.example/a%20b/%C3%BC"),
        ("/already%20done", "http://a.example", "http://a.example/already%20done"),
    ])
    func urlsAreResolved(url: String, base: String?, expected: String) throws {
        #expect(try exchange(url, base: base).target.text == expected)
    }

    @Test(arguments: [
        "", "/user/7", "user", "ftp://a.example/", "file:///etc/passwd", "http:///x", "http://", "mailto:a@b.example",
        "http://a.example/\r\nX: y", "http://a.example/\u{0}", "http://a.example:0/", "http://a.example:65536/",
    ])
    func whatIsNoURLIsRefused(url: String) {
        #expect { try exchange(url) } throws: { HTTPTransportError.Code.invalidURL ~= $0 }
    }

    @Test(arguments: [
        ("", [URLQueryItem(name: "a", value: "1")], "?a=1"),
        ("?x=y", [.init(name: "a", value: "1"), .init(name: "a", value: "2")], "?x=y&a=1&a=2"),
        ("#part", [.init(name: "a", value: "#")], "?a=%23"),
        ("", [.init(name: "q", value: "a+b c&d;e=f/g?h%i~j")], "?q=a%2Bb%20c%26d%3Be%3Df%2Fg%3Fh%25i~j"),
        ("", [.init(name: "é", value: ""), .init(name: "flag", value: nil)], "?%C3%A9=&flag"),
    ])
    func queriesAreAppendedAndEncoded(suffix: String, query: [URLQueryItem], expected: String) throws {
        #expect(
            try exchange("http://a.example/x" + suffix, query: query).target.text == "http://a.example/x"
                + expected
        )
    }

    @Test func aPartIsNeverAskedForCoded() throws {
        struct Part: HTTPRequest {
            typealias Response = HTTPResponse
            var headers: HTTPHeaders
            var url: String { "http://a.example/" }
            var options: HTTPOptions { HTTPOptions(acceptsCompression: true) }
        }
        let part = Part(headers: ["Range": "bytes=0-9"])
        #expect(
            try HTTPExchange(part, options: part.options, base: nil, headers: [:]).headers["Accept-Encoding"]
                == "identity"
        )
        let own = Part(headers: ["Range": "bytes=0-9", "Accept-Encoding": "gzip"])
        #expect(
            try HTTPExchange(own, options: own.options, base: nil, headers: [:]).headers["Accept-Encoding"] == "gzip"
        )
    }

    @Test(arguments: [
        HTTPHeaders.Field(name: "", value: "x"), .init(name: "A B", value: "x"), .init(name: "A\r\nB", value: "x"),
        .init(name: "A:", value: "x"), .init(name: "Ä", value: "x"), .init(name: "A", value: "x\r\nB: y"),
        .init(name: "A", value: "x\n"), .init(name: "A", value: "\u{0}"), .init(name: "host", value: "b.example"),
        .init(name: "Content-Length", value: "5"), .init(name: "TRANSFER-ENCODING", value: "chunked"),
        .init(name: "Connection", value: "close"),
    ])
    func fieldsThatWouldBreakTheMessageAreRefused(field: HTTPHeaders.Field) {
        #expect { try exchange(headers: HTTPHeaders([field])) } throws: { HTTPTransportError.Code.invalidHeader ~= $0 }
    }

    @Test(arguments: ["", "GET ", "GE T", "G\r\nX: y", "GÄT"])
    func methodsThatAreNoTokensAreRefused(method: String) {
        #expect { try exchange(method: HTTPMethod(rawValue: method)) } throws: {
            HTTPTransportError.Code.invalidMethod ~= $0
        }
    }

    @Test(arguments: [HTTPMethod.get, .head, .trace])
    func bodiesAreRefusedWhereTheyMeanNothing(method: HTTPMethod) {
        #expect { try exchange(method: method, body: .text("x")) } throws: {
            HTTPTransportError.Code.bodyNotAllowed ~= $0
        }
    }

    @Test func bodiesBringTheirTypeUnlessTheRequestHasOne() throws {
        #expect(try exchange(method: .post, body: .text("x")).headers["content-type"] == "text/plain; charset=utf-8")
        let own: HTTPHeaders = ["content-type": "application/merge-patch+json"]
        let patch = try exchange(method: .patch, headers: own, body: .json([1, 2]))
        #expect(patch.headers == own)
        #expect(patch.body == Data("[1,2]".utf8))
        let form = try exchange(method: .post, body: .form([.init(name: "a b", value: "c&d")]))
        #expect(form.body == Data("a+b=c%26d".utf8))
    }

    @Test func aBodyThatCannotBeEncodedIsTheError() throws {
        let error = try #require(throws: HTTPTransportError.self) {
            try exchange(method: .post, body: .json([Double.nan]))
        }
        #expect(error.code == .unencodableBody)
        #expect(error.underlyingError is EncodingError)
        #expect(error.description == "HTTPTransportError: unencodableBody (EncodingError)")
    }

    @Test(arguments: [
        (HTTPMethod.get, true, true), (.head, true, true), (.options, true, true), (.trace, true, true),
        (.put, false, true), (.delete, false, true), (.post, false, false), (.patch, false, false),
        (.init(rawValue: "get"), false, false),
    ])
    func safetyFollowsTheMethod(method: HTTPMethod, isSafe: Bool, isIdempotent: Bool) {
        #expect(method.isSafe == isSafe)
        #expect(method.isIdempotent == isIdempotent)
        #expect(Ask("/", method: method).isSafe == isSafe)
    }

    /// Also a URL that a request makes itself is one that can be sent to, or none.
    @Test(arguments: [
        "ftp://a.example/", "file:///etc/passwd", "data:,x", "http:///x", "http://a.example:0/", "/x", "http:x",
    ])
    func whatARequestMakesItselfIsCheckedToo(url: String) throws {
        let request = SelfMade(whole: try #require(URL(string: url)))
        #expect {
            try HTTPExchange(request, options: request.options, base: nil, headers: [:])
        } throws: {
            HTTPTransportError.Code.invalidURL ~= $0
        }
    }

    @Test func aFragmentIsNotSent() throws {
        let request = SelfMade(whole: try #require(URL(string: "http://a.example/x?y=1#s3cret")))
        let exchange = try HTTPExchange(request, options: request.options, base: nil, headers: [:])
        #expect(exchange.target.text == "http://a.example/x?y=1")
    }

    private struct SelfMade: HTTPRequest, Hashable {
        typealias Response = Data
        let whole: URL
        var url: String { "" }
        func resolvedURL(against base: URL?) throws -> URL? { whole }
    }
}
