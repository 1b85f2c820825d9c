import Foundation
import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HeaderTests {
    struct Fields {
        @Header(.custom("X-Client", "demo")) @Header(.bearer("t")) @Header(.custom("X-Trace", "1"))
        var headers: HTTPHeaders = [:]

        @Header(.custom("X-A", "1"), .custom("X-A", "2")) var two: HTTPHeaders = ["X-B": "3"]
    }

    private func lines(_ headers: HTTPHeaders) -> Set<String> {
        Set(headers.fields.map { $0.name + ": " + $0.value })
    }

    @Test func stackedWrappersAddUpWithoutAnAssignment() {
        let fields = Fields()
        #expect(lines(fields.headers) == ["X-Client: demo", "Authorization: Bearer t", "X-Trace: 1"])
        #expect(fields.headers.fields.count == 3)
        #expect(fields.two.values(for: "x-a") == ["1", "2"])
        #expect(fields.two["X-B"] == "3")
    }

    @Test func anAssignmentKeepsThemAndReplacesOthers() {
        var fields = Fields()
        fields.headers = ["X-Mine": "1"]
        #expect(lines(fields.headers) == ["X-Client: demo", "Authorization: Bearer t", "X-Trace: 1", "X-Mine: 1"])
        fields.headers.add("2", for: "X-Mine")
        #expect(fields.headers.fields.count == 5)
        fields.headers = [:]
        #expect(lines(fields.headers) == ["X-Client: demo", "Authorization: Bearer t", "X-Trace: 1"])
        #expect(fields.headers.fields.count == 3)
    }

    @Test(arguments: [
        (HTTPHeaders.Field.bearer("t"), "Authorization: Bearer t"), (.token("t"), "Authorization: Bearer t"),
        (.jwt("t"), "Authorization: JWT t"), (.custom("X", "y"), "X: y"),
        (.basic(user: "Aladdin", password: "open sesame"), "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        (.basic(user: "test", password: "123£"), "Authorization: Basic dGVzdDoxMjPCow=="),
        (.basic(user: "", password: ":"), "Authorization: Basic Ojo="),
        (.basic(user: "caf\u{E9}", password: "\u{E9}"), "Authorization: Basic Y2Fmw6k6w6k="),
        (.basic(user: "cafe\u{301}", password: "e\u{301}"), "Authorization: Basic Y2Fmw6k6w6k="),
    ])
    func buildersWriteWhatTheirSchemesSay(field: HTTPHeaders.Field, line: String) {
        #expect(lines([field]) == [line])
    }

    @Test(arguments: [
        HTTPHeaders.Field.basic(user: "a:b", password: "c"), .basic(user: "a\n", password: "c"),
        .basic(user: "a", password: "\u{7F}"), .basic(user: "a:\u{301}", password: "c"), .bearer("a\r\nX: y"),
        .jwt("a\nb"), .custom("X Y", "z"),
        .custom("X", "a\u{0}"),
    ])
    func whatWouldBreakTheMessageIsRefusedWhenSent(field: HTTPHeaders.Field) {
        let resource = Resource<Data>("p", base: URL(string: "http://a.example"), headers: [field])
        #expect { try HTTPExchange(resource, options: resource.options, base: nil, headers: [:]) } throws: {
            HTTPTransportError.Code.invalidHeader ~= $0
        }
    }

    @Test func aFieldPrintsItsNameOnly() {
        let field = HTTPHeaders.Field.bearer("hush")
        var dumped = ""
        dump(field, to: &dumped)
        dump([field], to: &dumped)
        #expect("\(field)" == "Authorization")
        #expect(!dumped.contains("hush"))
    }
}
