import Foundation
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ResourceURLTests {
    private func sent(
        _ path: ResourcePath,
        base: String? = "https://a.example/v1",
        transportBase: String? = nil,
        _ parameters: ResourceQuery = [:]
    ) throws -> String {
        let resource = Resource<Data>(path, base: base.flatMap { URL(string: $0) }, parameters: parameters)
        let url = try resource.resolvedURL(against: transportBase.flatMap { URL(string: $0) })
        return try #require(url).absoluteString
    }

    @Test(arguments: ["https://a.example/v1", "https://a.example/v1/", "https://a.example/v1//"])
    func noSlashIsLostOrDoubled(base: String) throws {
        for path in ["pets/7", "/pets/7", "//pets/7"] {
            #expect(try sent(ResourcePath(raw: path), base: base) == "https://a.example/v1/pets/7")
        }
        #expect(try sent("pets/", base: base) == "https://a.example/v1/pets/")
        #expect(try sent("/", base: base) == "https://a.example/v1/")
        #expect(try sent("", base: base) == base)
        #expect(try sent("?a=1", base: base) == base + "?a=1")
    }

    @Test(arguments: ["https://a.example", "https://a.example/"])
    func aBaseWithoutAPathIsJoinedToo(base: String) throws {
        #expect(try sent("pets", base: base) == "https://a.example/pets")
        #expect(try sent("/pets", base: base) == "https://a.example/pets")
        #expect(try sent("", base: base, ["a": 1]) == base + "?a=1")
    }

    @Test func queriesAreKeptInTheirOrder() throws {
        let base = "https://a.example/v1?key=1&sig=%2B#part"
        #expect(try sent("pets", base: base) == "https://a.example/v1/pets?key=1&sig=%2B")
        #expect(try sent("pets?a=2", base: base, ["b": 3]) == "https://a.example/v1/pets?key=1&sig=%2B&a=2&b=3")
        #expect(try sent("", base: base, ["b": 3]) == "https://a.example/v1?key=1&sig=%2B&b=3")
        #expect(try sent("https://b.example/x?a=2", base: base, ["b": 3]) == "https://b.example/x?a=2&b=3")
        #expect(try sent("pets", base: "https://a.example/v1/?", ["b": 3]) == "https://a.example/v1/pets?b=3")
    }

    @Test func theRequestsBaseComesBeforeTheTransports() throws {
        #expect(try sent("pets", transportBase: "https://b.example/") == "https://a.example/v1/pets")
        #expect(try sent("pets", base: nil, transportBase: "https://b.example/w") == "https://b.example/w/pets")
        #expect(try sent("https://c.example/", base: nil, transportBase: "https://b.example/w") == "https://c.example/")
    }

    @Test(arguments: [nil, "v1/", "ftp://a.example/", "http:///x", "http://a.example:0/", "http://a.example:65536/"])
    func aBaseThatCannotBeSentToIsNamed(base: String?) {
        #expect(throws: URLFault(.base)) { try sent("pets", base: base) }
    }

    @Test(arguments: ["http://", "http:///x", "https://a.example:99999/", "http://a b/"])
    func aWholeURLThatCannotBeSentToIsNamed(path: String) {
        #expect(throws: URLFault(.path)) { try sent(ResourcePath(raw: path)) }
    }

    @Test func aPortAndAUserOfTheBaseAreKept() throws {
        #expect(try sent("x", base: "http://me:pw@a.example:8080/v1/") == "http://me:pw@a.example:8080/v1/x")
        #expect(try sent("x", base: "http://[::1]:8080") == "http://[::1]:8080/x")
    }

    @Test func theFaultIsTheCauseAndNamesThePartOnly() throws {
        let hush = ".."
        let resource = Resource<Data>("secret/\(hush)", base: URL(string: "https://a.example"))
        let error = try #require(throws: HTTPTransportError.self) {
            try HTTPExchange(resource, options: resource.options, base: nil, headers: [:])
        }
        #expect(error.code == .invalidURL)
        #expect(error.underlyingError as? URLFault == URLFault(.segment))
        #expect(error.isUnprocessed)
        #expect("\(error)" == "HTTPTransportError: invalidURL (URLFault: segment)")
    }
}
