import Foundation
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPHeadersTests {
    @Test func namesAreFoundInAnyCase() {
        let headers: HTTPHeaders = ["Content-Type": "text/plain", "X-A": "1"]
        #expect(headers["content-type"] == "text/plain")
        #expect(headers["CONTENT-TYPE"] == "text/plain")
        #expect(headers["X-B"] == nil)
    }

    @Test func orderAndDuplicatesAreKept() {
        var headers: HTTPHeaders = ["B": "1", "A": "2"]
        headers.add("3", for: "b")
        #expect(headers.fields.map(\.name) == ["B", "A", "b"])
        #expect(headers.values(for: "B") == ["1", "3"])
        #expect(headers["B"] == "1, 3")
        headers.add("x=1", for: "Cookie")
        headers.add("y=2", for: "cookie")
        #expect(headers["Cookie"] == "x=1; y=2")
    }

    @Test func settingReplacesInPlace() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "C": "4"]
        headers["a"] = "5"
        #expect(headers.fields.map(\.value) == ["5", "2", "4"])
        headers["B"] = nil
        #expect(headers.fields.map(\.value) == ["5", "4"])
        headers["D"] = "6"
        #expect(headers.fields.map(\.value) == ["5", "4", "6"])
    }

    @Test func settingBehindADuplicateStaysInBounds() {
        var headers: HTTPHeaders = ["A": "1", "a": "2"]
        headers["A"] = "3"
        #expect(headers.fields.map(\.value) == ["3"])
    }

    @Test func mergingPrefersTheOther() {
        let one: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
        let two: HTTPHeaders = ["a": "4", "C": "5"]
        #expect(one.merging(two) == ["B": "2", "a": "4", "C": "5"])
        #expect(one.merging([:]) == one)
    }

    @Test func equalityAndHashIgnoreTheCaseOfNames() {
        let one: HTTPHeaders = ["Accept": "x"]
        let two: HTTPHeaders = ["ACCEPT": "x"]
        #expect(one == two)
        #expect(one.hashValue == two.hashValue)
        #expect(one != ["Accept": "X"])
    }

    @Test func valuesAreNeverPrinted() {
        let headers: HTTPHeaders = ["Authorization": "hush"]
        var dumped = ""
        dump(headers, to: &dumped)
        for text in ["\(headers)", String(reflecting: headers), dumped] {
            #expect(text.contains("Authorization"))
            #expect(!text.contains("hush"))
        }
    }

    /// Servers see bytes: letters that look alike may be two.
    @Test func valuesAreEqualByteByByte() {
        let (one, other): (HTTPHeaders, HTTPHeaders) = (["X-User": "caf\u{E9}"], ["X-User": "cafe\u{301}"])
        #expect(one != other)
        #expect(Set([one, other]).count == 2)
        let types = ["text/plain; x=\u{E9}", "text/plain; x=e\u{301}"]
        let bodies = types.map { HTTPBody.bytes(.init("a".utf8), contentType: $0) }
        #expect(bodies[0] != bodies[1])
    }
}
