import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// The samples of the article on resources and routes, and of the comments of what it is about, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct ResourceSampleTests {
    struct Nameless: Error {}
    struct NewPet: Encodable, Sendable { var name: String }
    struct Pet: Codable, Hashable { var id: Int, name = "Rex" }

    struct PetResponse: ModelConvertible {
        let id: Int
        let name: String?
        func model() throws -> Pet {
            guard let name else { throw Nameless() }
            return Pet(id: id, name: name)
        }
    }

    func answering(_ body: String, status: Int = 200) -> HTTPClient {
        let mock = HTTPTransport { _ in HTTPResponse(status: status, body: Data(body.utf8)) }
        return HTTPClient(baseURL: URL(string: "http://mock"), transport: mock)
    }

    @Test func aResourceIsPutTogether() throws {
        let (owner, base) = ("a/b", URL(string: "https://a.example"))
        let path: ResourcePath = "owners/\(owner)/pets"  // "a/b" is sent as owners/a%2Fb/pets
        #expect(path.text == "owners/a%2Fb/pets")
        let pets = Resource<[Pet]>("owners/\(owner)/pets", base: base, parameters: ["page": 1])
        var next = pets
        next.parameters = ["page": 2]
        #expect(pets.url == "https://a.example/owners/a%2Fb/pets?page=1")
        #expect(next.url == "https://a.example/owners/a%2Fb/pets?page=2")
    }

    @Test func anyMethodIsAsked() async throws {
        let rex = NewPet(name: "Rex")
        let add = Resource<Pet>(.post, "pets", body: .json(rex))
        let remove = Resource<Void>(.delete, "pets/7")
        let purge = Resource<Void>(.init(rawValue: "PURGE"), "cache")
        #expect([add.method, remove.method, purge.method].map(\.rawValue) == ["POST", "DELETE", "PURGE"])
        #expect(try await answering(#"{"id":7,"name":"Rex"}"#).response(for: add) == Pet(id: 7))
    }

    @Test func everyPartIsChanged() {
        let (add, rex, tag) = (Resource<Pet>(.post, "pets"), NewPet(name: "Rex"), "1")
        var replace = add
        replace.method = .put
        replace.path = "pets/\(7)"
        replace.base = URL(string: "https://other.example/v2")
        replace.headers["If-Match"] = tag
        replace.body = .json(rex)
        #expect(replace.url == "https://other.example/v2/pets/7")
        #expect(replace.method == .put)
        #expect(replace.headers["If-Match"] == "1")
        #expect(replace.body == .json(["name": "Rex"]))
        #expect(add.url == "pets")
    }

    @Test func aQueryIsPutTogether() {
        let owner: String? = nil
        let query: ResourceQuery = ["page": 2, "q": "a+b & c", "owner": owner]  // nothing of owner where it is nil
        let ready = ResourceQuery.text("?page=2&q=a%20b")  // sent as it is, with or without the question mark
        #expect(query.text == "page=2&q=a%2Bb%20%26%20c")
        #expect(ready.text == "page=2&q=a%20b")
    }

    @Test func itIsReadAsItsTypeSays() async throws {
        let photo = Resource<Data>("pets/7/photo")
        let answer = Resource<HTTPResponse>("pets/7")
        let maybe = Resource<Pet?>("pets/7")  // nil where the body is empty
        #expect(try await answering("jpeg").response(for: photo) == Data("jpeg".utf8))
        #expect(try await answering("{}", status: 206).response(for: answer).status == 206)
        #expect(try await answering("", status: 204).response(for: maybe) == nil)
        try await answering("", status: 204).response(for: Resource<Void>("pets/7"))
        #expect(try await answering("<p>").response(for: Resource<EmptyBody>("pets/7")) == EmptyBody())
    }

    @Test func elementsAreDropped() async throws {
        let log = Log<Int>()
        @Sendable func report(_ element: ElementPolicy.Dropped) { log.append(element.index) }
        let whole = Resource<[Pet]>("pets", as: [PetResponse].self)  // one that gives no model is the error
        let others = Resource<[Pet]>("pets", as: [PetResponse].self, elements: .dropping { report($0) })
        let client = answering(#"[{"id":1},{"id":7,"name":"Rex"}]"#)
        await #expect(throws: ModelError.self) { try await client.response(for: whole) }
        #expect(try await client.response(for: others) == [Pet(id: 7)])
        #expect(log.all == [0])
    }

    @Test func datesAndKeysAreRead() async throws {
        struct Visit: Codable, Hashable { var petName: String, seenAt: Date }
        let client = answering(#"{"pet_name":"Rex","seen_at":"1970-01-01T00:01:40Z"}"#)
        client.options.coding = HTTPCoding(dates: .iso8601, keys: .snakeCase)
        let visit = try await client.response(for: Resource<Visit>("visits/1"))
        #expect(visit == Visit(petName: "Rex", seenAt: Date(timeIntervalSince1970: 100)))
    }
}
