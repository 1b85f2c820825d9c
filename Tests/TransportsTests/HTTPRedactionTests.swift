import Foundation
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPRedactionTests {
    private let redaction = HTTPRedaction(headers: ["X-Own"], query: ["api_key"], members: ["password", "pin code"])

    @Test(arguments: [
        "Authorization", "AUTHORIZATION", "Proxy-Authorization", "cookie", "Set-Cookie", "X-Api-Key", "x-own",
    ])
    func secretFieldsAreReplacedWhateverTheirCase(name: String) {
        let headers = redaction.headers(
            HTTPHeaders([.init(name: name, value: "s3cret"), .init(name: "Accept", value: "a")])
        )
        #expect(headers.fields.map(\.value) == [HTTPRedaction.placeholder, "a"])
        #expect(headers.fields.map(\.name) == [name, "Accept"])
    }

    @Test(arguments: [
        ("https://a.example/x?api_key=s3cret&y=1", "https://a.example/x?api_key=<redacted>&y=1"),
        ("https://a.example/x?API_KEY=s3cret", "https://a.example/x?API_KEY=<redacted>"),
        ("https://a.example/x?api%5Fkey=s3cret", "https://a.example/x?api%5Fkey=<redacted>"),
        ("https://user:s3cret@a.example/x", "https://a.example/x"),
        ("https://a.example/x?y&api_key#s3cret", "https://a.example/x?y&api_key"),
        ("https://a.example/x?my_api_key=1", "https://a.example/x?my_api_key=1"),
    ])
    func urlsKeepEverythingElse(url: String, expected: String) {
        #expect(redaction.url(url) == expected)
    }

    /// A separator is one whatever mark is put on it: URLs and forms are bytes.
    @Test(arguments: [
        ("https://a.example/x?api_key=\u{301}s3cret", "https://a.example/x?api_key=<redacted>"),
        ("https://a.example/x?\u{301}=1&api_key=s3cret", "https://a.example/x?\u{301}=1&api_key=<redacted>"),
        ("https://a.example/x?y&\u{301}&api_key=s3cret#\u{301}", "https://a.example/x?y&\u{301}&api_key=<redacted>"),
        ("https://user:s3cret@\u{301}a.example/x", "https://\u{301}a.example/x"),
        ("https://user:s3cret@a.example/\u{301}x@y", "https://a.example/\u{301}x@y"),
    ])
    func aMarkHidesNoSeparator(url: String, expected: String) {
        #expect(Array(redaction.url(url).utf8) == Array(expected.utf8))
        let field = redaction.headers(["Location": url]).fields.first?.value
        #expect(field.map { Array($0.utf8) } == Array(expected.utf8))
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return }
        let form = String(url[mark...].unicodeScalars.dropFirst().prefix { $0 != "#" })
        let shown = redaction.body(Data(form.utf8), contentType: "application/x-www-form-urlencoded") ?? ""
        #expect(!shown.contains("s3cret"))
        #expect(
            expected.unicodeScalars.map(\.value).suffix(shown.unicodeScalars.count)
                == shown.unicodeScalars.map(\.value)[...]
        )
    }

    @Test(arguments: [
        ("Location", "https://u:s3cret@a.example/x?api_key=s3cret&y=1", "https://a.example/x?api_key=<redacted>&y=1"),
        ("content-location", "/x?api_key=s3cret", "/x?api_key=<redacted>"), ("Referer", "/plain", "/plain"),
        ("Link", #"</next?api_key=s3cret>; rel="next""#, "<redacted>"),
        ("Link", "</next>; rel=next", "</next>; rel=next"),
        ("Refresh", "5; url=/x?api_key=s3cret", "<redacted>"),
    ])
    func urlsInFieldsAreToldAsURLsAre(name: String, value: String, expected: String) {
        #expect(redaction.headers(HTTPHeaders([.init(name: name, value: value)])).fields.map(\.value) == [expected])
    }

    @Test(arguments: [
        (#"{"user":"a","password":"s3cret"}"#, #"{"user":"a","password":"<redacted>"}"#),
        (#"{"Password" : "s3\"cret" , "x":1}"#, #"{"Password" : "<redacted>" , "x":1}"#),
        (
            #"{"a":[{"password":12345},{"password":null}]}"#,
            #"{"a":[{"password":"<redacted>"},{"password":"<redacted>"}]}"#
        ),
        (#"{"password":{"a":["s3cret",{"b":"}"}]},"x":1}"#, #"{"password":"<redacted>","x":1}"#),
        (#"{"password":["s3cret","]"]}"#, #"{"password":"<redacted>"}"#),
        (#"{"pass\u0077ord":"s3cret"}"#, #"{"pass\u0077ord":"<redacted>"}"#),
        (#"{"pin code":"s3cret"}"#, #"{"pin code":"<redacted>"}"#),
        (#"{"password":"s3cret"#, #"{"password":"<redacted>""#),
        (#"{"password":{"x":"s3cret"#, #"{"password":"<redacted>""#),
        (#"{"hint":"password","x":"password: y"}"#, #"{"hint":"password","x":"password: y"}"#),
        (#"["password","x"]"#, #"["password","x"]"#),
        ("no JSON", "no JSON"), ("", ""), (#"""#, #"""#), (#"{"password":"#, #"{"password":"<redacted>""#),
    ])
    func membersAreReplacedAndTheRestIsAsItWas(text: String, expected: String) {
        #expect(redaction.body(Data(text.utf8), contentType: "application/json") == expected)
    }

    @Test func whatHoldsAURLPrintsNoQuery() throws {
        let text = "https://me:s3cret@a.example/x?api_key=s3cret"
        let call = HTTPCall(
            url: try #require(URL(string: text)),
            headers: ["X-Own": "s3cret"],
            body: Data("s3cret".utf8)
        )
        let request = HTTPAuthorization(url: text, headers: ["X-Own": "s3cret"])
        let identity = HTTPTransport.TLS.Identity.files(certificate: "a", key: "b", password: "s3cret")
        for value in [call, request, identity] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!(dumped + "\(value)" + String(reflecting: value)).contains("s3cret"))
        }
    }

    @Test func formsAreReadAsQueriesAre() {
        let type = "application/x-www-form-urlencoded; charset=utf-8"
        #expect(redaction.body(Data("a=1&api_key=s3cret".utf8), contentType: type) == "a=1&api_key=<redacted>")
    }

    @Test func whatIsNoTextIsNotShown() {
        #expect(redaction.body(Data([0xFF, 0xFE]), contentType: nil) == nil)
        #expect(redaction.body(Data([0x41, 0x00]), contentType: nil) == nil)
    }

    /// Whatever is cut off or put in, a secret behind its name is not shown.
    @Test func aBrokenTextShowsNoSecret() {
        let text = Array(#"{"x":{"password":"s3cretvalue","n":[1,{"password":["s3cretvalue"]}]}}"#.utf8)
        for end in text.indices {
            for inserted in ["", "\\", " ", "\n"] {
                let broken = text[..<end] + Array(inserted.utf8) + text[end...]
                for bytes in [Data(text[..<end]), Data(broken)] {
                    let shown = redaction.body(bytes, contentType: nil) ?? ""
                    // What is put into the name makes another one.
                    let names = String(decoding: bytes, as: UTF8.self).components(separatedBy: #""password":"#).count
                    if names == 3 || bytes.count == end { #expect(!shown.contains("s3cretv"), "\(shown)") }
                }
            }
        }
    }
}
