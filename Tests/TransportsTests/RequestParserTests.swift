import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RequestParserTests {
    private func steps(of text: String, inPiecesOf size: Int) -> [RequestParser.Step] {
        var parser = RequestParser()
        var steps: [RequestParser.Step] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            parser.append(Array(bytes[start..<min(bytes.count, start + size)]))
            while true {
                let step = parser.next()
                if step == .incomplete { break }
                steps.append(step)
                if step == .malformed { return steps }
            }
        }
        return steps
    }

    @Test(arguments: [1, 2, 7, 1000])
    func requestsAreCutOutHoweverTheyArrive(size: Int) throws {
        let text = """
            GET /one?a=1 HTTP/1.1\r
            Host: here\r
            X-Empty:\r
            \r
            POST /two HTTP/1.1\r
            content-length: 5\r
            \r
            helloPUT /three HTTP/1.1\r
            Transfer-Encoding: chunked\r
            \r
            3;x=y\r
            abc\r
            A\r
            0123456789\r
            0\r
            \r
            DELETE /four HTTP/1.1\r
            \r

            """
        let requests = steps(of: text, inPiecesOf: size).compactMap { step -> ReceivedRequest? in
            guard case .request(let request) = step else { return nil }
            return request
        }
        #expect(requests.map(\.method) == ["GET", "POST", "PUT", "DELETE"])
        #expect(requests.map(\.path) == ["/one", "/two", "/three", "/four"])
        #expect(requests.map(\.text) == ["", "hello", "abc0123456789", ""])
        let first = try #require(requests.first)
        #expect(first.query == "a=1")
        #expect(first["host"] == "here")
        #expect(first["x-empty"] == "")
        #expect(first["x-missing"] == nil)
    }

    @Test func aClientThatWaitsIsToldOnceToSendItsBody() {
        let head = "PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var parser = RequestParser()
        parser.append(Array(head.utf8))
        #expect(parser.next() == .expectsContinue)
        #expect(parser.next() == .incomplete)
        parser.append(Array("ok".utf8))
        guard case .request(let request) = parser.next() else {
            Issue.record("the request is not taken")
            return
        }
        #expect(request.text == "ok")
    }

    @Test(arguments: [
        "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET / HTTP/1.1 x\r\n\r\n", " / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n: empty name\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "PUT / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "PUT / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
    ])
    func whatIsNoRequestIsMalformed(text: String) {
        #expect(steps(of: text, inPiecesOf: 1000) == [.malformed])
    }
}
