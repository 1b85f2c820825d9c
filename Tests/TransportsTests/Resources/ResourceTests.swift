import Foundation
import RequestScheduler
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ResourceTests {
    struct Pet: Codable, Hashable { var id: Int }
    struct Animal: ModelConvertible {
        var id: Int
        func model() throws -> Pet { Pet(id: id) }
    }

    private let base = URL(string: "https://a.example/v1")

    @Test func everyPartCanBeChangedOnACopy() throws {
        let pets = Resource<[Pet]>("pets", base: base, parameters: ["page": 1], headers: ["X": "1"])
        var next = pets
        next.parameters = ["page": 2]
        next.method = .post
        next.body = .json([1])
        next.headers["X"] = nil
        next.options.timeout = .seconds(1)
        next.source = .mock
        #expect(try next.resolvedURL(against: nil)?.absoluteString == "https://a.example/v1/pets?page=2")
        #expect(pets.url == "https://a.example/v1/pets?page=1")
        #expect(pets.method == .get)
        #expect(pets.body == nil)
        #expect(next != pets)
    }

    @Test func whatIsSentAndReadAlikeIsEqual() {
        let pet = Resource<Pet>("pets/\(7)", base: base, parameters: ["a": "b c"])
        #expect(pet == Resource<Pet>(.get, "pets/7", base: base, parameters: .text("?a=b%20c")))
        #expect(pet.hashValue == Resource<Pet>("pets/7", base: base, parameters: .text("a=b%20c")).hashValue)
        #expect(Resource<Pet>("pets/7", as: Animal.self) == Resource<Pet>("pets/7", as: Animal.self))
        #expect(Resource<[Pet]>("p", as: [Animal].self) == Resource<[Pet]>("p", as: [Animal].self, elements: .failing))
        let dropping = Resource<[Pet]>("p", as: [Animal].self, elements: .dropping { _ in })
        #expect(dropping == Resource<[Pet]>("p", as: [Animal].self, elements: .dropping { _ in }))
    }

    @Test func whatIsSentOrReadOtherwiseIsNot() {
        let pet = Resource<Pet>(.post, "p", base: base, body: .json([1]))
        var others = [Resource<Pet>](repeating: pet, count: 8)
        others[0].method = .put
        others[1].path = "q"
        others[2].base = nil
        others[3].parameters = ["a": 1]
        others[4].headers = ["A": "1"]
        others[5].body = .json([2])
        others[6].options.coding = HTTPCoding(dates: .iso8601)
        others[7].source = .mock
        for other in others { #expect(other != pet) }
        #expect(Resource<Pet>("p") != Resource<Pet>("p", as: Animal.self))
        #expect(Resource<Pet>("p") != Resource<Pet>("p", errorBody: APIError.self))
        #expect(
            Resource<[Pet]>("p", as: [Animal].self)
                != Resource<[Pet]>("p", as: [Animal].self, elements: .dropping { _ in })
        )
    }

    /// One type may be read in several ways.
    @Test func whatIsMadeOfATypeTellsResourcesApart() throws {
        struct Note: Codable, Hashable, ModelConvertible {
            var text: String
            func model() throws -> Note { Note(text: text.uppercased()) }
        }
        #expect(Resource<Note>("p") != Resource<Note>("p", as: Note.self))
        #expect(Resource<[Note]>("p") != Resource<[Note]>("p", as: [Note].self))
        func json<Value: Decodable & Sendable>(_ type: Value.Type) -> Resource<Value> { Resource("p") }
        #expect(json(Data.self) != Resource<Data>("p"))
        #expect(json(Note.self) == Resource<Note>("p"))
    }

    /// What the server answers to a part is no answer to the whole, and what it tells one account is not for another.
    @Test(arguments: ["Range", "X-Api-Key", "X-Auth-Token", "Authorization", "Cookie", "Accept", "Accept-Language"])
    func fieldsThatDecideOverTheAnswerNameTheEntry(field: String) throws {
        var one = Resource<Data>("p", base: base, options: HTTPOptions(storing: HTTPStoring()))
        let plain = try #require(one.storage?.key)
        one.headers[field] = "1"
        let first = try #require(one.storage?.key)
        one.headers[field] = "2"
        let second = try #require(one.storage?.key)
        #expect(Set([plain, first, second]).count == 3)
    }

    @Test func equalBodiesDependOnTheCoding() {
        struct Early: Encodable { var at = Date(timeIntervalSinceReferenceDate: 0) }
        struct Zero: Encodable { var at = 0.0 }
        var (one, other) = (
            Resource<Pet>(.post, "p", body: .json(Early())), Resource<Pet>(.post, "p", body: .json(Zero()))
        )
        #expect(one == other)
        one.options.coding = HTTPCoding(dates: .iso8601)
        other.options.coding = HTTPCoding(dates: .iso8601)
        #expect(one != other)
    }

    @Test func anyMethodIsSent() throws {
        let purge = Resource<Void>(.init(rawValue: "PURGE"), "cache", base: base)
        #expect(try HTTPExchange(purge, options: purge.options, base: nil, headers: [:]).method.rawValue == "PURGE")
        #expect(!purge.isSafe)
        #expect(Resource<Void>("cache").isSafe)
    }

    @Test func theFieldsOfTheRequestComeFirst() throws {
        let options = HTTPOptions(acceptsCompression: false, headers: ["A": "options", "B": "options"])
        let resource = Resource<Data>("p", base: base, headers: ["A": "own"], options: options)
        let sent = try HTTPExchange(
            resource,
            options: resource.options,
            base: nil,
            headers: ["A": "x", "B": "x", "C": "x"]
        ).headers
        #expect(sent["A"] == "own")
        #expect(sent["B"] == "options")
        #expect(sent["C"] == "x")
        #expect(sent["Accept-Encoding"] == "identity")
    }

    @Test func itsContentTypeIsOneField() throws {
        let own = Resource<Data>(.post, "p", base: base, headers: ["content-type": "application/x"], body: .json([1]))
        #expect(
            try HTTPExchange(own, options: own.options, base: nil, headers: [:]).headers.values(for: "Content-Type")
                == ["application/x"]
        )
        let plain = Resource<Data>(.post, "p", base: base, body: .json([1]))
        #expect(
            try HTTPExchange(plain, options: plain.options, base: nil, headers: [:]).headers.values(for: "Content-Type")
                == ["application/json"]
        )
    }

    @Test func nothingPrintsItsSecrets() {
        let resource = Resource<Data>(
            .post,
            "p?token=hush",
            base: URL(string: "https://me:hush@a.example"),
            parameters: ["q": "hush"],
            headers: [.bearer("hush")],
            body: .text("hush"),
            options: HTTPOptions(headers: ["X-Key": "hush"])
        )
        var dumped = ""
        dump(resource, to: &dumped)
        dump(resource.headers, to: &dumped)
        dump(resource.headers.fields, to: &dumped)
        dump(resource.options, to: &dumped)
        dump(resource.path, to: &dumped)
        dump(resource.parameters, to: &dumped)
        for text in ["\(resource)", String(reflecting: resource), "\(resource.path)", dumped] {
            #expect(!text.contains("hush"), "\(text)")
        }
        #expect("\(resource)" == "Resource: POST p")
    }

    @Test func nothingThatHoldsABasePrintsItsSecrets() throws {
        let base = URL(string: "https://me:hush@a.example/v1?token=hush")
        let headers: HTTPHeaders = [.bearer("hush")]
        let proxy = HTTPTransport.Proxy(url: "http://me:hush@b.example", password: "hush")
        let configuration = HTTPTransport.Configuration(baseURL: base, headers: headers, proxy: proxy)
        let transport = HTTPTransport(configuration, answering: { _ in HTTPResponse() })
        let site = DataSources.Site(baseURL: base, transport: transport)
        let sources = DataSources([.release: site])
        let client = HTTPClient(baseURL: base, transport: transport, options: HTTPOptions(headers: headers))
        let holders: [Any] = [configuration, transport, site, sources, client]
        for each in holders {
            var dumped = ""
            dump(each, to: &dumped)
            for text in ["\(each)", String(reflecting: each), dumped] { #expect(!text.contains("hush"), "\(text)") }
        }
        #expect("\(configuration)" == "HTTPTransport.Configuration: automatic, https://a.example/v1")
        #expect("\(site)" == "DataSources.Site: https://a.example/v1, HTTPTransport")
    }
}
