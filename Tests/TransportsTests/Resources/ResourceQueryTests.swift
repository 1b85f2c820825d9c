import Foundation
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ResourceQueryTests {
    @Test func itemsKeepTheirOrderAndAreEncoded() {
        let query: ResourceQuery = ["z": 1, "a": "x+y;z&w=v u/?#%é", "ü": true, "d": 1.5, "z": "again", "": ""]
        #expect(query.text == "z=1&a=x%2By%3Bz%26w%3Dv%20u%2F%3F%23%25%C3%A9&%C3%BC=true&d=1.5&z=again&=")
    }

    @Test func whatIsNilIsLeftOut() {
        let (some, none): (Int?, Int?) = (3, nil)
        let query: ResourceQuery = ["a": none, "b": some, "c": nil]
        #expect(query.text == "b=3")
        #expect((["a": none] as ResourceQuery).isEmpty)
    }

    @Test func itemsOfTheSystemAreTaken() {
        let query: ResourceQuery = [URLQueryItem(name: "a b", value: "c+d"), URLQueryItem(name: "flag", value: nil)]
        #expect(query.text == "a%20b=c%2Bd&flag")
        #expect(
            query == ResourceQuery([URLQueryItem(name: "a b", value: "c+d"), URLQueryItem(name: "flag", value: nil)])
        )
    }

    @Test(arguments: [
        ("a=b", "a=b"), ("?a=b", "a=b"), ("??a=b", "?a=b"), ("", ""), ("?", ""), ("a=%20%2B+c", "a=%20%2B+c"),
        ("a=b c", "a=b%20c"), ("q=ü", "q=%C3%BC"), ("q=100%", "q=100%25"), ("q=%zz", "q=%25zz"), ("a=1;b=2", "a=1;b=2"),
        ("a=1#x", "a=1%23x"), ("a[]=1", "a%5B%5D=1"), ("a=\r\n", "a=%0D%0A"),
    ])
    func aReadyTextIsNotEncodedTwice(text: String, expected: String) {
        #expect(ResourceQuery.text(text).text == expected)
        #expect(ResourceQuery.text(ResourceQuery.text(text).text).text == expected.drop { $0 == "?" })
    }

    @Test func queriesAreAdded() {
        var query = ResourceQuery.text("?a=1&") + ["b": 2]
        query.append("c", 3)
        query.append("")
        #expect(query.text == "a=1&b=2&c=3")
        #expect(query == .text("?a=1&b=2&c=3"))
        #expect("\(query)" == "ResourceQuery: 11 bytes")
    }

    @Test func equalQueriesAreEqualHoweverTheyAreWritten() {
        #expect((["a": "b c"] as ResourceQuery) == .text("a=b%20c"))
        #expect((["a": 1, "b": 2] as ResourceQuery) != ["b": 2, "a": 1])
    }
}
