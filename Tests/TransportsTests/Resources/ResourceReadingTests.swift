import Foundation
import RequestScheduler
import RequestTransports
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ResourceReadingTests {
    struct Pet: Codable, Hashable { var id: Int }
    struct Nameless: Error {}
    struct PetResponse: ModelConvertible {
        var id: Int
        var name: String?
        func model() throws -> Pet {
            guard name != nil else { throw Nameless() }
            return Pet(id: id)
        }
    }
    struct Stamp: Decodable, Sendable { var createdAt: Date }

    private func response(_ body: String, status: Int = 200, type: String? = "application/json") -> HTTPResponse {
        let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
        return HTTPResponse(status: status, headers: headers, body: Data(body.utf8), url: "http://a.example/x?q=1")
    }

    @Test func eachKindOfResponseIsReadInItsWay() throws {
        let answer = response(#"{"id":7}"#)
        #expect(try Resource<Pet>("p").decode(answer) == Pet(id: 7))
        #expect(try Resource<Pet?>("p").decode(answer) == Pet(id: 7))
        #expect(try Resource<Pet?>("p").decode(response("null")) == nil)
        #expect(try Resource<Data>("p").decode(answer) == Data(#"{"id":7}"#.utf8))
        #expect(try Resource<HTTPResponse>("p").decode(answer) == answer)
        try Resource<Void>("p").decode(answer)
        #expect(try Resource<EmptyBody>("p").decode(response("<html>", type: "text/html")) == EmptyBody())
        #expect(try Resource<Int>("p").decode(response("7")) == 7)
    }

    @Test(arguments: [200, 204, 205])
    func anEmptyAnswerIsNothing(status: Int) throws {
        let empty = response("", status: status, type: nil)
        try Resource<Void>("p").decode(empty)
        #expect(try Resource<EmptyBody>("p").decode(empty) == EmptyBody())
        #expect(try Resource<Pet?>("p").decode(empty) == nil)
        #expect(try Resource<[Pet]?>("p").decode(empty) == nil)
        #expect(try Resource<Data>("p").decode(empty) == Data())
        #expect(try Resource<Pet?>("p", as: PetResponse?.self).decode(empty) == nil)
        let error = #expect(throws: HTTPDecodingError.self) { try Resource<Pet>("p").decode(empty) }
        #expect(error?.reason == .empty)
        #expect(error?.status == status)
    }

    @Test(arguments: [
        "text/html", "Text/HTML; charset=utf-8", "application/xml", "image/png", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded", "application/json-seq", "text/css",
    ])
    func whatSaysThatItIsSomethingElseIsNotRead(type: String) throws {
        let answer = response("7", type: type)
        let error = try #require(throws: HTTPDecodingError.self) { try Resource<Int>("p").decode(answer) }
        #expect(error.reason == .unexpectedContentType)
        #expect(error.body == answer.body)
        let coding = HTTPCoding(contentTypes: .any)
        #expect(try Resource<Int>("p", options: HTTPOptions(coding: coding)).decode(answer) == 7)
        let failed = response(#"{"code":1,"message":"Gone"}"#, status: 410, type: type)
        #expect(Resource<Int>("p", errorBody: APIError.self).error(for: failed) is HTTPError)
    }

    @Test(arguments: [
        "application/json", "APPLICATION/JSON ;charset=utf-8", "text/json", "application/vnd.pets+json", "text/plain",
        "application/octet-stream", "text/javascript; charset=utf-8", "", ";", "application/json, application/json",
    ])
    func whatSaysNothingAgainstItIsRead(type: String) throws {
        #expect(try Resource<Int>("p").decode(response("7", type: type)) == 7)
    }

    @Test(arguments: [
        ("<html>hush</html>", "text/html; charset=utf-8", HTTPDecodingError.Reason.unexpectedContentType),
        ("<html>hush</html>", "application/json", .malformed), ("<html>hush</html>", "", .malformed),
        (#"{"id":"#, "application/json", .malformed), (#"{"id":"hush"}"#, "Application/Problem+JSON", .mismatch),
        ("[]", "application/json", .mismatch), (#"{"ID":7}"#, "text/json", .mismatch), ("null", "", .mismatch),
    ])
    func whatCannotBeReadSaysWhy(body: String, named: String, reason: HTTPDecodingError.Reason) throws {
        let type = named.isEmpty ? nil : named
        let answer = response(body, status: 201, type: type)
        let error = try #require(throws: HTTPDecodingError.self) { try Resource<Pet>("p").decode(answer) }
        #expect(error.reason == reason)
        #expect(error.status == 201)
        #expect(error.headers == answer.headers)
        #expect(error.body == answer.body)
        #expect(error.contentType == type?.prefix { $0 != ";" }.lowercased())
        #expect((error.underlyingError is DecodingError) == (reason != .unexpectedContentType))
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), dumped] { #expect(!text.contains("hush")) }
    }

    @Test func textThatIsNoneIsToldFromJSONThatIsNone() throws {
        var body = Data(#"{"id":""#.utf8)
        body += [0xFF, 0xFE, 0x80]
        body += Data(#""}"#.utf8)
        let answer = HTTPResponse(headers: ["Content-Type": "application/json"], body: body)
        let error = #expect(throws: HTTPDecodingError.self) { try Resource<Pet>("p").decode(answer) }
        #expect(error?.reason == .invalidText)
    }

    @Test(arguments: [1000, 100_000, 1_000_000])
    func deepJSONIsRefused(depth: Int) throws {
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let error = #expect(throws: HTTPDecodingError.self) { try Resource<Pet>("p").decode(response(deep)) }
        #expect(error?.reason == .tooDeep)
        let value = #expect(throws: HTTPDecodingError.self) { try Resource<JSONValue>("p").decode(response(deep)) }
        #expect(value?.reason == .tooDeep)
        let text = #"{"id":"\"[[[["# + String(repeating: "[", count: depth) + #""}"#
        let mismatch = #expect(throws: HTTPDecodingError.self) { try Resource<Pet>("p").decode(response(text)) }
        #expect(mismatch?.reason == .mismatch)
    }

    @Test func theCodingOfTheRequestIsRead() throws {
        let options = HTTPOptions(coding: HTTPCoding(dates: .iso8601, keys: .snakeCase))
        for (text, time) in [
            ("2030-01-01T08:00:00Z", 1_893_484_800.0), ("2030-01-01T10:00:00.500+02:00", 1_893_484_800.5),
        ] {
            let stamp = try Resource<Stamp>("p", options: options).decode(response(#"{"created_at":"\#(text)"}"#))
            #expect(stamp.createdAt.timeIntervalSince1970 == time)
        }
        let wrong = response(#"{"created_at":"yesterday"}"#)
        let error = #expect(throws: HTTPDecodingError.self) { try Resource<Stamp>("p", options: options).decode(wrong) }
        #expect(error?.reason == .mismatch)
        let millis = HTTPOptions(coding: HTTPCoding(dates: .millisecondsSince1970))
        let stamp = try Resource<Stamp>("p", options: millis).decode(response(#"{"createdAt":1500}"#))
        #expect(stamp.createdAt.timeIntervalSince1970 == 1.5)
    }

    @Test func aModelIsMade() throws {
        let resource = Resource<Pet>("p", as: PetResponse.self)
        #expect(try resource.decode(response(#"{"id":7,"name":"Rex"}"#)) == Pet(id: 7))
        let answer = response(#"{"id":7}"#)
        let error = try #require(throws: ModelError.self) { try resource.decode(answer) }
        #expect(error.underlyingError is Nameless)
        #expect(error.body == answer.body)
        #expect(error.headers == answer.headers)
        #expect(error.status == 200)
        #expect(error.element == nil)
        #expect("\(error)" == "ModelError: status 200 (Nameless)")
        #expect(throws: HTTPDecodingError.self) { try resource.decode(response("[]")) }
    }

    private let mixed = #"[{"id":1,"name":"a"},{"id":2},{"id":"x"},null,{"id":5,"name":"e"}]"#

    @Test func anArrayFailsOnAnElement() throws {
        let resource = Resource<[Pet]>("p", as: [PetResponse].self)
        #expect(try resource.decode(response(#"[{"id":1,"name":"a"}]"#)) == [Pet(id: 1)])
        #expect(try resource.decode(response("[]")) == [])
        let error = #expect(throws: ModelError.self) {
            try resource.decode(response(#"[{"id":1,"name":"a"},{"id":2}]"#))
        }
        #expect(error?.element == 1)
        #expect(throws: HTTPDecodingError.self) { try resource.decode(response(mixed)) }
    }

    @Test func orItDropsAndReportsThem() throws {
        let dropped = Log<ElementPolicy.Dropped>()
        let resource = Resource<[Pet]>("p", as: [PetResponse].self, elements: .dropping { dropped.append($0) })
        #expect(try resource.decode(response(mixed)) == [Pet(id: 1), Pet(id: 5)])
        #expect(dropped.all.map(\.index) == [1, 2, 3])
        #expect(dropped.all.first?.error is Nameless)
        #expect(dropped.all.dropFirst().allSatisfy { $0.error is DecodingError })
        #expect(throws: HTTPDecodingError.self) { try resource.decode(response("{}")) }
        #expect(throws: HTTPDecodingError.self) { try resource.decode(response("[{]")) }
    }

    @Test func theBodyOfAnErrorIsDecodedAndTheStatusStays() throws {
        let resource = Resource<Pet>("p", errorBody: APIError.self)
        let answer = response(#"{"code":17,"message":"Unknown","data":{"id":7}}"#, status: 401)
        let error = try #require(resource.error(for: answer) as? TypedHTTPError<APIError>)
        #expect(error.status == 401)
        #expect(error.headers["content-type"] == "application/json")
        #expect(error.httpError.body == answer.body)
        #expect(error.body.code == 17)
        #expect(error.body.message == "Unknown")
        #expect(error.body.data?["id"] == .integer(7))
        #expect(try error.body.data?.decoded(as: Pet.self) == Pet(id: 7))
        #expect(!"\(error)".contains("Unknown"))
    }

    @Test(arguments: ["<html>", #"{"message":1}"#, "", "[]"])
    func aBodyOfAnotherShapeLeavesTheStatus(body: String) throws {
        let resource = Resource<Pet>("p", errorBody: APIError.self)
        let error = try #require(resource.error(for: response(body, status: 500)) as? HTTPError)
        #expect(error.status == 500)
        #expect(error.body == Data(body.utf8))
        #expect(Resource<Pet>("p").error(for: response(#"{"code":1,"message":""}"#, status: 500)) is HTTPError)
    }

    @Test func codesAreNumbersOrTexts() throws {
        let text = try response(#"{"code":"gone","message":"m"}"#).decoded(as: APIError.self)
        #expect(text == APIError(code: "gone", message: "m"))
        let data: JSONValue = .array([.null, .bool(true), .number(1.5), .string("x"), .object([:])])
        let whole = APIError(code: 3, message: "m", data: data)
        let encoded = try HTTPCoding().makeEncoder().encode(whole)
        #expect(try HTTPResponse(body: encoded).decoded(as: APIError.self) == whole)
    }
}
