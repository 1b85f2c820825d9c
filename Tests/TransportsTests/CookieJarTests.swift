import Foundation
import LoopbackServer
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct CookieJarTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func jar(_ fields: [String], from url: String = "https://www.a.example/x/y") throws -> CookieJar {
        var jar = CookieJar()
        let headers = HTTPHeaders(fields.map { .init(name: "Set-Cookie", value: $0) })
        jar.store(headers, from: try #require(URL(string: url)), at: now)
        return jar
    }

    private func field(_ jar: CookieJar, for url: String, after seconds: Double = 0) throws -> String? {
        jar.field(for: try #require(URL(string: url)), at: now.addingTimeInterval(seconds))
    }

    @Test(arguments: [
        ("https://www.a.example/x/z", true), ("https://WWW.A.example/x/y/z", true),
        ("https://www.a.example:8443/x", true),
        ("http://www.a.example/x/", true), ("https://a.example/x/y", false), ("https://b.www.a.example/x/y", false),
        ("https://www.a.example/", false), ("https://www.a.example/xy", false),
    ])
    func withoutAttributesItStaysWithHostAndFolder(url: String, isSent: Bool) throws {
        #expect(try field(jar(["id=1"]), for: url) == (isSent ? "id=1" : nil))
    }

    @Test(arguments: [
        ("a.example", "https://a.example/", true), (".A.example", "https://b.c.a.example/", true),
        ("a.example", "https://ba.example/", false), ("www.a.example", "https://www.a.example/", true),
        ("www.a.example", "https://a.example/", false), ("b.example", "https://b.example/", false),
        ("example", "https://a.example/", false), ("other.a.example", "https://other.a.example/", false),
        ("", "https://www.a.example/", true), ("", "https://b.www.a.example/", false),
    ])
    func aDomainHoldsItsOwnHostsOnly(domain: String, url: String, isSent: Bool) throws {
        #expect(try field(jar(["id=1; Domain=\(domain); Path=/"]), for: url) == (isSent ? "id=1" : nil))
    }

    @Test func aDomainOfOneLabelIsTheHostItself() throws {
        let jar = try jar(["id=1; Domain=localhost"], from: "http://localhost/")
        #expect(jar.cookies.map(\.isHostOnly) == [true])
        #expect(try field(jar, for: "http://localhost/") == "id=1")
        #expect(try field(jar, for: "http://b.localhost/") == nil)
        #expect(try self.jar(["id=1; Domain=com"], from: "http://a.com/").cookies.isEmpty)
        let address = try self.jar(["id=1; Domain=127.0.0.1", "id=2; Domain=0.0.1"], from: "http://127.0.0.1/")
        #expect(try field(address, for: "http://127.0.0.1/") == "id=1")
    }

    @Test func secureOnesStaySecure() throws {
        let jar = try jar(["id=1; Secure; Path=/"])
        #expect(try field(jar, for: "https://www.a.example/") == "id=1")
        #expect(try field(jar, for: "http://www.a.example/") == nil)
        #expect(try self.jar(["id=1; Secure"], from: "http://www.a.example/").cookies.isEmpty)
    }

    @Test func longerPathsComeFirstThenOlderOnes() throws {
        let jar = try jar(["a=1; Path=/", "b=2; Path=/x/y", "c=3; Path=/", "d=4; Path=/x/", "e=5; Path=relative"])
        #expect(try field(jar, for: "https://www.a.example/x/y") == "b=2; d=4; e=5; a=1; c=3")
    }

    @Test func oneSetAgainKeepsItsPlace() throws {
        let jar = try jar(["a=1", "b=2", "a=3", "A=4"])
        #expect(try field(jar, for: "https://www.a.example/x/y") == "a=3; b=2; A=4")
    }

    @Test(arguments: [
        ("Max-Age=10", 9.0, true), ("Max-Age=10", 10, false), ("Max-Age=0", 0, false), ("Max-Age=-5", 0, false),
        ("Max-Age=99999999999999999999999", 1e9, true), ("Max-Age=x", 1e9, true),
        ("Expires=Fri, 15 Jan 2027 08:00:10 GMT", 9, true), ("Expires=Fri, 15 Jan 2027 08:00:10 GMT", 10, false),
        ("Max-Age=20; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 19, true),
        ("Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=20", 20, false), ("Expires=nonsense", 1e9, true),
    ])
    func theyEnd(attributes: String, seconds: Double, isSent: Bool) throws {
        let jar = try jar(["id=1; \(attributes)"])
        #expect(try field(jar, for: "https://www.a.example/x/y", after: seconds) == (isSent ? "id=1" : nil))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("29 Feb 2028 0:0:0", 1_835_395_200),
        ("31 dec 2069 23:59:59", 3_155_759_999), ("1 Jan 70 00:00:00", 0), ("1 Mar 2000 00:00:00", 951_868_800),
    ])
    func datesAreReadInAnyForm(text: String, seconds: Double) throws {
        let expires = try jar(["id=1; Expires=\(text)"], from: "https://a.example/").cookies.first?.expires
        // Those in the past are not kept; they are read all the same.
        #expect(expires == (seconds > now.timeIntervalSince1970 ? Date(timeIntervalSince1970: seconds) : nil))
        var early = CookieJar()
        let url = try #require(URL(string: "https://a.example/"))
        let field = HTTPHeaders([.init(name: "Set-Cookie", value: "id=1; Expires=\(text)")])
        early.store(field, from: url, at: .distantPast)
        #expect(early.cookies.first?.expires == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "31 Feb 2028 00:00:00", "29 Feb 2027 00:00:00", "1 Jan 2028 24:00:00", "1 Jan 1600 00:00:00", "1 Jan 2028",
        "0 Jan 2028 00:00:00", "1 Foo 2028 00:00:00",
    ])
    func whatIsNoDateIsNone(text: String) throws {
        let cookie = try #require(jar(["id=1; Expires=\(text)"]).cookies.first)
        #expect(cookie.expires == nil)
    }

    @Test func anExpiredOneTakesTheOldOneOut() throws {
        #expect(try jar(["id=1", "id=; Max-Age=0"]).cookies.isEmpty)
    }

    @Test(arguments: [
        "", "noequals", "=value", " =x", "a=b\u{1}", "a\r\nb=c", "a=" + String(repeating: "b", count: 4096),
    ])
    func whatIsMalformedIsIgnored(text: String) throws {
        #expect(try jar([text]).cookies.isEmpty)
    }

    @Test func jarsAreBounded() throws {
        let many = try jar((0..<60).map { "c\($0)=1" })
        #expect(many.cookies.map(\.name) == (10..<60).map { "c\($0)" })
        var full = CookieJar()
        for host in 0..<70 {
            let headers = HTTPHeaders((0..<50).map { .init(name: "Set-Cookie", value: "c\($0)=1") })
            full.store(headers, from: try #require(URL(string: "http://h\(host).example/")), at: now)
        }
        #expect(full.cookies.count == CookieJar.maximumCount)
    }

    @Test func theSessionEnds() throws {
        var jar = try jar(["a=1", "b=2; Max-Age=10"])
        jar.removeExpired(at: now, endingSession: true)
        #expect(jar.cookies.map(\.name) == ["b"])
        jar.removeExpired(at: now.addingTimeInterval(10))
        #expect(jar.cookies.isEmpty)
    }

    @Test func valuesAreNotPrinted() throws {
        let jar = try jar(["id=hush"])
        var dumped = "\(jar)\(jar.cookies)" + String(reflecting: jar)
        dump(jar, to: &dumped)
        #expect(!dumped.contains("hush"))
    }

    @Test(arguments: [
        ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]),
        (
            "a=1; Expires=Mon, 17 Feb 2031 00:00:00 GMT, b=2; Expires=Mon, 17-Feb-31 00:00:00 GMT; Path=/",
            ["a=1; Expires=Mon, 17 Feb 2031 00:00:00 GMT", "b=2; Expires=Mon, 17-Feb-31 00:00:00 GMT; Path=/"]
        ),
        ("a=1,2; Path=/", ["a=1,2; Path=/"]), ("", [""]),
    ])
    func joinedFieldsArePartedAgain(joined: String, fields: [String]) {
        #expect(joined.splitSetCookies == fields)
    }

    @Test(arguments: HTTPTransport.Engine.available)
    func aTransportKeepsThemInItsJar(engine: HTTPTransport.Engine) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/set":
                .send(
                    "HTTP/1.1 302 Found\r\nLocation: /moved\r\nSet-Cookie: a=1; Expires=Mon, 17 Feb 2081 00:00:00 GMT\r\n"
                        + "Set-Cookie: b=2; Path=/moved\r\nContent-Length: 0\r\n\r\n"
                )
            case "/cross":
                .redirect(307, to: "http://localhost:\(request["Host"]?.split(separator: ":").last ?? "")/away")
            default: .status(204)
            }
        }
        defer { server.stop() }
        let cookies = SharedCookieJar()
        let transport = HTTPTransport(.init(engine: engine, cookies: cookies))
        func sent(_ path: String) -> String? { server.record.requests(to: path).last?["Cookie"] }
        _ = try await transport.response(for: Ask(server.url("/set")))
        #expect(sent("/set") == nil)
        #expect(sent("/moved") == "b=2; a=1")
        _ = try await transport.response(for: Ask(server.url("/later")))
        #expect(sent("/later") == "a=1")
        _ = try await transport.response(for: Ask(server.url("/own"), headers: ["Cookie": "mine=1"]))
        #expect(sent("/own") == "mine=1")
        _ = try await transport.response(for: Ask(server.url("/cross")))
        #expect(sent("/cross") == "a=1")
        #expect(server.record.requests(to: "/away").count == 1)
        #expect(sent("/away") == nil)
        #expect(cookies.jar.cookies.count == 2)
    }
}
