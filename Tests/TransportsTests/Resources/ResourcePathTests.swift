import Foundation
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ResourcePathTests {
    private let base = URL(string: "https://a.example/v1/")

    private func sent(_ path: ResourcePath) throws -> String {
        let url = try Resource<Data>(path).resolvedURL(against: base)
        return try #require(url).absoluteString
    }

    @Test(arguments: [
        ("a/b", "a%2Fb"), ("a?b#c", "a%3Fb%23c"), ("a b", "a%20b"), ("%2e%2e", "%252e%252e"), ("foo+bar", "foo+bar"),
        ("é", "%C3%A9"), ("Mr. T.", "Mr.%20T."), ("🦊", "%F0%9F%A6%8A"), ("...", "..."), (".a", ".a"),
        ("x=y,z:@!$&()*;[]{}|\"<>^`", "x=y,z:@!$&()*;%5B%5D%7B%7D%7C%22%3C%3E%5E%60"), ("a\\b", "a%5Cb"),
        ("a\r\nb", "a%0D%0Ab"), ("a\u{0}b", "a%00b"), ("http://b.example/x", "http:%2F%2Fb.example%2Fx"),
    ])
    func aValueIsOneSegment(value: String, segment: String) throws {
        #expect(try sent("pets/\(value)/toys") == "https://a.example/v1/pets/\(segment)/toys")
        #expect(try sent("\(value)") == "https://a.example/v1/" + segment)
        #expect(segment.removingPercentEncoding == value)
    }

    @Test(arguments: ["", ".", ".."])
    func aValueThatResolversRemoveIsRefused(value: String) {
        for path: ResourcePath in ["pets/\(value)", "\(value)/toys", "pets/\(value)/toys", "pets/\(value)?x=1"] {
            #expect(throws: URLFault(.segment)) { try sent(path) }
        }
    }

    @Test func valuesSideBySideAreJudgedTogether() throws {
        let (dot, encoded) = (".", "%2e")
        #expect(throws: URLFault(.segment)) { try sent("pets/.\(dot)") }
        #expect(throws: URLFault(.segment)) { try sent("pets/\(dot)\(dot)") }
        #expect(throws: URLFault(.segment)) { try sent("pets/\(raw: encoded)\(".")") }
        let one = "a"
        #expect(try sent("pets/.\(one)") == "https://a.example/v1/pets/.a")
        #expect(try sent("pets/\(one).json") == "https://a.example/v1/pets/a.json")
    }

    @Test(arguments: [
        ("/a b/ü", "a%20b/%C3%BC"), ("already%20done", "already%20done"), ("100%", "100%25"), ("%zz%4", "%25zz%254"),
        ("%C3%BC%", "%C3%BC%25"), ("a;b=c,d", "a;b=c,d"), ("[x]{y}|z", "%5Bx%5D%7By%7D%7Cz"),
        ("time:12:30", "time:12:30"),
        ("pets?page=2", "pets?page=2"), ("pets?q=a b&r=%20+", "pets?q=a%20b&r=%20+"), ("pets#part", "pets"),
        ("pets?a=1#part?b", "pets?a=1"), ("pets#?a=1", "pets"), ("pets?", "pets"), ("", ""), ("?a=1", "?a=1"),
        ("a//b/", "a//b/"), ("urn:isbn:1", "urn:isbn:1"), ("/", ""),
    ])
    func textIsThePath(text: String, expected: String) throws {
        #expect(try sent(ResourcePath(raw: text)) == "https://a.example/v1/" + expected)
        #expect(try sent("\(raw: text)") == "https://a.example/v1/" + expected)
    }

    @Test func behindTheQuestionMarkEveryValueIsAllowed() throws {
        let (empty, dots, text) = ("", "..", "a+b&c=d;e f?#é")
        #expect(
            try sent("pets?a=\(empty)&b=\(dots)&c=\(text)&d=\(7)")
                == "https://a.example/v1/pets?a=&b=..&c=a%2Bb%26c%3Dd%3Be%20f%3F%23%C3%A9&d=7"
        )
    }

    @Test func anEncodedCharacterMayBePutTogetherOfText() throws {
        #expect(try sent("a\(raw: "%2")0b") == "https://a.example/v1/a%20b")
        #expect(try sent("a%2\(0)b") == "https://a.example/v1/a%2520b")
    }

    @Test func onlyTextReplacesTheBase() throws {
        let (scheme, port, host) = ("http:", 8080, "b.example")
        #expect(try sent("HTTP://b.example/x") == "HTTP://b.example/x")
        #expect(try sent("http://\(host):\(port)/x/\("y/z")?q=1") == "http://b.example:8080/x/y%2Fz?q=1")
        #expect(try sent("http://[::1]:8080/a b") == "http://[::1]:8080/a%20b")
        #expect(try sent("\(scheme)//b.example/x") == "https://a.example/v1/http://b.example/x")
        #expect(try sent("//b.example/x") == "https://a.example/v1/b.example/x")
        for hostile in ["b.example/?", "me@b.example", "b.example:80", "b.example#", "%2F"] {
            #expect(throws: URLFault(.segment)) { try sent("http://\(hostile).a.example/x") }
        }
    }

    @Test(arguments: ["ftp://b.example/x", "file:///etc/passwd", "x://y"])
    func otherSchemesAreRefused(text: String) {
        #expect(throws: URLFault(.path)) { try sent(ResourcePath(raw: text)) }
    }

    @Test func whatIsSentAlikeIsEqual() {
        let (id, name) = (7, "a b")
        #expect(ResourcePath("pets/7") == "pets/\(id)")
        #expect(ResourcePath("pets/a b") == "pets/\(name)")
        #expect(ResourcePath("pets/a/b") != "pets/\("a/b")")
        // A literal is one also where its type is spelled out.
        #expect(ResourcePath("pets/\("a/b")") == "pets/\("a/b")")
        enum Kind: String { case cat }
        #expect(ResourcePath("pets/cat") == "pets/\(Kind.cat)")
        #expect("\(ResourcePath("pets/7?token=hush"))" == "pets/7")
    }
}
