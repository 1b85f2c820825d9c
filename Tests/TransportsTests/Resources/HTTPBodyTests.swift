import Foundation
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPBodyTests {
    struct Pet: Encodable { var name: String, born: Date, ownerName: String }
    struct Broken: Encodable { func encode(to encoder: any Encoder) throws { throw Failure() } }
    struct Failure: Error {}

    private func sent(_ body: HTTPBody, _ coding: HTTPCoding? = nil) throws -> String {
        let base = URL(string: "http://a.example/")
        let resource = Resource<Data>(.post, "", base: base, body: body, options: HTTPOptions(coding: coding))
        let exchange = try HTTPExchange(resource, options: resource.options, base: nil, headers: [:])
        return String(decoding: try #require(exchange.body), as: UTF8.self)
    }

    @Test func equalContentIsEqual() {
        let one = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key\($0)", $0) })
        let other = Dictionary(uniqueKeysWithValues: (0..<20).reversed().map { ("key\($0)", $0) })
        #expect(HTTPBody.json(one) == .json(other))
        #expect(HTTPBody.json(one).hashValue == HTTPBody.json(other).hashValue)
        #expect(HTTPBody.json([1]) != .json([2]))
        #expect(HTTPBody.text("[1]") != .json([1]))
        #expect(HTTPBody.json([1]) == .bytes(Data("[1]".utf8), contentType: "application/json"))
        #expect(HTTPBody.form([.init(name: "a", value: "1")]) == .form([.init(name: "a", value: "1")]))
    }

    @Test func itIsEncodedOnce() throws {
        let count = Counter()
        let body = HTTPBody(contentType: "text/plain") {
            count.increment()
            return Data("x".utf8)
        }
        #expect(count.value == 0)
        #expect(body == body)
        #expect(body == .bytes(Data("x".utf8), contentType: "text/plain"))
        _ = body.hashValue
        #expect(try sent(body) == "x")
        #expect(try sent(body, HTTPCoding(keys: .snakeCase)) == "x")
        #expect(count.value == 1)
    }

    @Test func whatCannotBeEncodedEqualsItsCopiesOnly() {
        let broken = HTTPBody.json(Broken())
        let copy = broken
        #expect(broken == copy)
        #expect(broken.hashValue == copy.hashValue)
        #expect(broken != .json(Broken()))
        let error = #expect(throws: HTTPTransportError.self) { try sent(broken) }
        #expect(error?.code == .unencodableBody)
        #expect(error?.underlyingError is Failure)
    }

    @Test func streamsEqualTheirCopiesOnly() {
        let stream = HTTPBody.stream { AsyncStream<Data> { $0.finish() } }
        let copy = stream
        #expect(stream == copy)
        #expect(stream.hashValue == copy.hashValue)
        #expect(stream != .stream { AsyncStream<Data> { $0.finish() } })
        #expect(stream != .bytes(Data()))
    }

    @Test func jsonIsWrittenInTheCodingOfTheRequest() throws {
        let pet = Pet(name: "Rex", born: Date(timeIntervalSince1970: 1_893_484_800), ownerName: "Ann")
        let body = HTTPBody.json(pet)
        #expect(try sent(body) == #"{"born":915177600,"name":"Rex","ownerName":"Ann"}"#)
        #expect(
            try sent(body, HTTPCoding(dates: .iso8601, keys: .snakeCase))
                == #"{"born":"2030-01-01T08:00:00Z","name":"Rex","owner_name":"Ann"}"#
        )
        #expect(
            try sent(body, HTTPCoding(dates: .millisecondsSince1970))
                == #"{"born":1893484800000,"name":"Rex","ownerName":"Ann"}"#
        )
        #expect(
            try sent(.json(pet) { HTTPCoding(dates: .secondsSince1970).makeEncoder() }, HTTPCoding(dates: .iso8601))
                == #"{"born":1893484800,"name":"Rex","ownerName":"Ann"}"#
        )
    }

    @Test func aFormIsAsTheURLStandardHasIt() throws {
        let items = [
            ("username", "hello world"), ("password", "p+?&=%"), ("tilde", "~"), ("star", "*"), ("nl", "a\r\nb"),
            ("ü", ""),
        ].map { URLQueryItem(name: $0.0, value: $0.1) }
        #expect(
            try sent(.form(items))
                == "username=hello+world&password=p%2B%3F%26%3D%25&tilde=%7E&star=*&nl=a%0D%0Ab&%C3%BC="
        )
        #expect(try sent(.form([URLQueryItem(name: "flag", value: nil)])) == "flag=")
        #expect(HTTPBody.form(items).contentType == "application/x-www-form-urlencoded")
    }

    @Test func nothingPrintsTheContent() {
        let body = HTTPBody.text("hush")
        var dumped = ""
        dump(body, to: &dumped)
        for text in ["\(body)", String(reflecting: body), dumped] { #expect(!text.contains("hush")) }
    }
}
