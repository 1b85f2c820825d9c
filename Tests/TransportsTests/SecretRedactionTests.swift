import Foundation
import RequestTransports
import Testing

/// Secrets where only whoever reads a value finds them.
@Suite(.timeLimit(.minutes(3)))
struct SecretRedactionTests {
    private let redaction = HTTPRedaction(query: ["token", "api_key"], members: ["password"])
    private let form = "application/x-www-form-urlencoded"

    /// Some servers separate items by `;` too, for others it is part of the value.
    @Test(arguments: [
        ("a=1;token=s3cret", "a=1;token=<redacted>"), ("token=s3;s3cret&b=1", "token=<redacted>&b=1"),
        ("a=1;to%6Ben=s3cret;b=2&c=3", "a=1;to%6Ben=<redacted>&c=3"), ("a=1;b=2", "a=1;b=2"),
        ("token=s3cret&TOKEN=s3cret", "token=<redacted>&TOKEN=<redacted>"),
        ("token[]=s3cret&u[api_key]=s3cret&x[y]=1", "token[]=<redacted>&u[api_key]=<redacted>&x[y]=1"),
        ("token%5B0%5D=s3cret", "token%5B0%5D=<redacted>"), ("mytoken=1&token_x=2", "mytoken=1&token_x=2"),
    ])
    func itemsAreFoundHoweverTheyAreSeparated(query: String, expected: String) {
        #expect(redaction.url("https://a.example/x?" + query) == "https://a.example/x?" + expected)
        #expect(redaction.body(Data(query.utf8), contentType: form) == expected)
        #expect(redaction.body(Data(query.utf8), contentType: " " + form.uppercased() + " ; x=y") == expected)
    }

    @Test(arguments: [
        "next=/x?token=s3cret", "next=https%3A%2F%2Fa.example%2F%3Ftoken%3Ds3cret", "next=%252Fx%253Ftoken%253Ds3cret",
        "next=https://me:s3cret@a.example/", "next=https%3A%2F%2Fs3cret%40a.example",
        "data=%7B%22password%22%3A%22s3cret%22%7D", #"data={"password":"s3cret"}"#,
        "data=%7B%22a%22%3A%22%7B%5C%22password%5C%22%3A%5C%22s3cret%5C%22%7D%22%7D",
    ])
    func whatAValueHoldsIsLookedInto(query: String) {
        let name = query.prefix { $0 != "=" }
        #expect(redaction.url("/x?y=1&" + query) == "/x?y=1&\(name)=<redacted>")
        #expect(redaction.body(Data(query.utf8), contentType: form) == "\(name)=<redacted>")
        #expect(redaction.headers(["X-Original-Url": "/x?" + query])["X-Original-Url"] == "<redacted>")
        let location = redaction.headers(["Location": "/x?" + query])["Location"] ?? ""
        #expect(!location.contains("s3cret"))
    }

    @Test(arguments: [
        "next=/x?y=1", "mail=me@a.example", "at=10:30@home", "q=a+b", "next=https%3A%2F%2Fa.example%2F%40me", "x", "",
    ])
    func whatIsNoSecretIsShown(query: String) {
        #expect(redaction.url("https://a.example/@me?" + query) == "https://a.example/@me?" + query)
    }

    /// Who asks is left out, also where the text is none that could be sent.
    @Test(arguments: [
        ("//me:s3cret@a.example/x", "//a.example/x"), ("https:/me:s3cret@a.example/x", "https:/a.example/x"),
        (#"https:\\me:s3cret@a.example/x"#, #"https:\\a.example/x"#), ("me:s3cret@a.example/x", "a.example/x"),
        ("http:me:s3cret@a.example", "a.example"), (" https://me:s3cret@a.example/", " https://a.example/"),
        ("https://me:s3/cret@a.example/x", "https://a.example/x"),
        ("https://me:s3?cret@a.example/x", "https://a.example/x"),
        ("https://me:s3#cret@a.example/x", "https://a.example/x"),
        (#"https://me:s3\cret@a.example/x"#, "https://a.example/x"),
        ("https://me:s3cret@b@a.example", "https://a.example"), ("https://[::1]/@x", "https://[::1]/@x"),
        ("https://a.example:80/@x", "https://a.example:80/@x"), ("users/@me", "users/@me"), ("/a:b@c", "/a:b@c"),
        ("https://a.example/x@y", "https://a.example/x@y"),
    ])
    func nobodyIsNamedInAURL(url: String, expected: String) {
        #expect(redaction.url(url) == expected)
        #expect("\(HTTPAuthorization(url: url))".hasSuffix(expected))
    }

    @Test(arguments: [
        (#"{"next":"https://a.example/?page=2&token=s3cret","x":1}"#, #"{"next":"<redacted>","x":1}"#),
        (#"{"next":"\/x?a=1\u0026token\u003ds3cret"}"#, #"{"next":"<redacted>"}"#),
        (#"{"data":"{\"password\":\"s3cret\"}","x":1}"#, #"{"data":"<redacted>","x":1}"#),
        (#"{"data":"{\"a\":\"{\\\"password\\\":\\\"s3cret\\\"}\"}"}"#, #"{"data":"<redacted>"}"#),
        (#"{"data":"{\"password\":\"s3cr"#, #"{"data":"<redacted>""#),
        (#"{"a":"https://me:s3cret@a.example/"}"#, #"{"a":"<redacted>"}"#),
        (
            #"{"pass\u0077ord":"s3cret","password":"s3cret"}"#,
            #"{"pass\u0077ord":"<redacted>","password":"<redacted>"}"#
        ),
        (
            #"{"\u0070\u0061\u0073\u0073\u0077\u006F\u0072\u0064":1}"#,
            #"{"\u0070\u0061\u0073\u0073\u0077\u006F\u0072\u0064":"<redacted>"}"#
        ),
        (
            #"{"next":"https://a.example/?page=2","mail":"me@a.example"}"#,
            #"{"next":"https://a.example/?page=2","mail":"me@a.example"}"#
        ),
    ])
    func textsOfJSONAreLookedInto(text: String, expected: String) {
        #expect(redaction.body(Data(text.utf8), contentType: "application/json") == expected)
        #expect(redaction.body(Data(("\u{FEFF}" + text).utf8), contentType: nil) == "\u{FEFF}" + expected)
    }

    @Test func aFormInPartsIsNotShownWhereThereAreNames() {
        let text = Data("--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\ns3cret\r\n--x--\r\n".utf8)
        #expect(redaction.body(text, contentType: "Multipart/Form-Data; boundary=x") == nil)
        #expect(HTTPRedaction().body(text, contentType: "multipart/form-data; boundary=x") != nil)
    }

    @Test(arguments: ["Authorization ", " authorization", "Set-Cookie\t"])
    func spaceAroundANameHidesItFromNobody(name: String) {
        #expect(
            redaction.headers(HTTPHeaders([.init(name: name, value: "s3cret")])).fields.map(\.value) == ["<redacted>"]
        )
    }

    /// Every quote may begin a name; that must not make each of them read the whole text.
    @Test func manyQuotesTakeNoTime() {
        let text = "{\"x\":\"" + String(repeating: #"\""#, count: 200_000)
        #expect(redaction.body(Data(text.utf8), contentType: nil) == text)
    }
}
