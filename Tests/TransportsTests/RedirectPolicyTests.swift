import Foundation
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RedirectPolicyTests {
    private func next(
        _ method: HTTPMethod = .get,
        after status: Int,
        from url: String = "http://a.example/b/c/d?q",
        to location: String?,
        headers: HTTPHeaders = [:],
        policy: RedirectPolicy = RedirectPolicy(),
        hops: Int = 0
    ) throws -> HTTPExchange? {
        let url = try #require(URL(string: url))
        let exchange = HTTPExchange(method: method, url: url, headers: headers, body: Data("x".utf8))
        let head = HTTPResponseHead(status: status, headers: location.map { ["Location": $0] } ?? [:])
        return try policy.next(after: exchange, answeredBy: head, hops: hops)
    }

    @Test(arguments: [
        (HTTPMethod.get, 301, HTTPMethod.get), (.post, 301, .get), (.put, 301, .put), (.head, 301, .head),
        (.post, 302, .get), (.delete, 302, .delete), (.post, 303, .get), (.put, 303, .get), (.delete, 303, .get),
        (.head, 303, .head), (.get, 303, .get), (.post, 307, .post), (.put, 307, .put), (.patch, 308, .patch),
    ])
    func methodsAreKeptOrBecomeGet(method: HTTPMethod, status: Int, expected: HTTPMethod) throws {
        let headers: HTTPHeaders = ["Content-Type": "text/plain", "content-language": "en", "Accept": "*/*"]
        let exchange = try #require(try next(method, after: status, to: "/x", headers: headers))
        #expect(exchange.method == expected)
        let isRewritten = method != expected
        #expect((exchange.body == nil) == isRewritten)
        #expect(
            exchange.headers.fields.map(\.name)
                == (isRewritten ? ["Accept"] : ["Content-Type", "content-language", "Accept"])
        )
    }

    @Test(arguments: [200, 204, 300, 304, 305, 306, 400, 500])
    func otherStatusesAreAnswers(status: Int) throws {
        #expect(try next(after: status, to: "/x") == nil)
    }

    @Test func aRedirectWithoutAPlaceIsAnAnswer() throws {
        #expect(try next(after: 302, to: nil) == nil)
    }

    @Test(arguments: [
        ("g", "http://a.example/b/c/g"), ("./g", "http://a.example/b/c/g"), ("/g", "http://a.example/g"),
        ("../g", "http://a.example/b/g"), ("../../../g", "http://a.example/g"), ("?y", "http://a.example/b/c/d?y"),
        ("//other.example/g", "http://other.example/g"), ("g#part", "http://a.example/b/c/g"),
        ("https://a.example:8443/", "https://a.example:8443/"), ("http://me:pass@b.example/x", "http://b.example/x"),
        ("/with space", "http://a.example/with%20space"), ("", "http://a.example/b/c/d?q"),
    ])
    func placesAreResolvedAgainstTheRequest(location: String, expected: String) throws {
        #expect(try next(after: 302, to: location)?.target.text == expected)
    }

    @Test(arguments: [
        "ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)", "http://", "http://a.example:0/", "/a\nb",
    ])
    func placesOutsideOfHTTPAreRefused(location: String) {
        #expect { try next(after: 302, to: location) } throws: { HTTPTransportError.Code.invalidRedirect ~= $0 }
    }

    @Test(arguments: [
        ("http://a.example/x", true), ("http://A.EXAMPLE:80/x", true), ("https://a.example/x", false),
        ("http://a.example:81/x", false), ("http://b.example/x", false), ("http://sub.a.example/x", false),
    ])
    func credentialsGoNowhereElse(location: String, keeps: Bool) throws {
        let headers: HTTPHeaders = [
            "authorization": "1", "COOKIE": "2", "Proxy-Authorization": "3", "X-Key": "4", "X-Other": "5",
        ]
        let policy = RedirectPolicy(furtherCredentialHeaders: ["x-key"])
        let exchange = try #require(try next(after: 307, to: location, headers: headers, policy: policy))
        #expect(exchange.headers.fields.map(\.value) == (keeps ? ["1", "2", "3", "4", "5"] : ["5"]))
    }

    @Test(arguments: [
        ("https://a.example/x", "http://a.example/x", false), ("https://a.example/x", "http://a.example:443/x", false),
        ("https://a.example/x", "https://a.example:443/y", true), ("https://a.example:443/x", "/y", true),
        ("http://127.0.0.1/x", "http://localhost/x", false),
    ])
    func credentialsGoToNoWeakerPlaceOnTheSameHost(url: String, location: String, keeps: Bool) throws {
        let exchange = try next(after: 302, from: url, to: location, headers: ["Authorization": "1", "X-Other": "5"])
        #expect(try #require(exchange).headers.fields.map(\.value) == (keeps ? ["1", "5"] : ["5"]))
    }

    @Test func theLimitCounts() throws {
        let policy = RedirectPolicy(maximumHops: 2)
        #expect(try next(after: 302, to: "/x", policy: policy, hops: 1) != nil)
        #expect { try next(after: 302, to: "/x", policy: policy, hops: 2) } throws: {
            HTTPTransportError.Code.tooManyRedirects ~= $0
        }
        #expect(try next(after: 302, to: "/x", policy: .none) == nil)
    }
}
