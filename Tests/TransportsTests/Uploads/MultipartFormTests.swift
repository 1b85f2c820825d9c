import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import RequestTransports

/// Draws the same each time it is made anew.
private struct RepeatedChance: RandomNumberGenerator {
    private var state: UInt64 = 7

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

/// What becomes of a form before it is sent.
@Suite(.timeLimit(.minutes(3)))
struct MultipartFormTests {
    private func exchange(_ body: HTTPBody, headers: HTTPHeaders = [:], defaults: HTTPHeaders = [:]) throws
        -> HTTPExchange
    {
        let ask = Ask("http://a.example/", method: .post, headers: headers, body: body)
        return try HTTPExchange(ask, options: ask.options, base: nil, headers: defaults)
    }

    private func fault(of form: MultipartForm) -> MultipartForm.Fault? {
        do throws(MultipartForm.Fault) { try form.validate() } catch { return error }
        return nil
    }

    @Test(arguments: FormCase.all)
    func bodiesHoldWhatWasMeant(form: FormCase) async throws {
        try await withTemporaryFolder { folder in
            let exchange = try exchange(.multipart(try form.form(in: folder)))
            let upload = try #require(exchange.upload)
            let body = try await upload.collect(atMost: 64 << 20)
            let contentType = try #require(exchange.headers["Content-Type"])
            #expect(try MultipartParser.parts(of: body, contentType: contentType) == form.parts.map(\.parsed))
            let isKnown = form.parts.allSatisfy { part in
                switch part.content {
                case .chunks(_, let isKnown): isKnown
                case .once: false
                case .text, .bytes, .disk: true
                }
            }
            #expect(upload.length == (isKnown ? body.count : nil))
        }
    }

    @Test func aBoundaryThatOccursIsChosenAgain() throws {
        var generator = RepeatedChance()
        let taken = MultipartBoundary.random(using: &generator).text
        #expect(taken.utf8.count == 40)
        let form = MultipartForm([.field("a", "before \(taken) behind")])
        // What is drawn first is what occurs.
        let second = MultipartBoundary.random(using: &generator)
        generator = RepeatedChance()
        #expect(form.makeBoundary(using: &generator) == second)
        generator = RepeatedChance()
        #expect(MultipartForm().makeBoundary(using: &generator).text == taken)
        let body = HTTPBody.multipart(form)
        let other = HTTPBody.multipart(form)
        #expect(body.contentType.hasPrefix("multipart/form-data; boundary="))
        #expect(body.contentType != other.contentType)
    }

    @Test(arguments: ["", " ", "ends in a space ", "ü", "a\"b", "a\r\nb", "a;b", String(repeating: "x", count: 71)])
    func boundariesThatAreNoneAreRefused(boundary: String) {
        #expect(fault(of: MultipartForm(boundary: boundary))?.reason == .invalidBoundary)
    }

    @Test func aFixedBoundaryThatOccursIsRefused() {
        let parts: [MultipartForm.Part] = [.field("a", "b"), .field("c", bytes: Data("\r\n--fixed".utf8))]
        let fault = fault(of: MultipartForm(parts, boundary: "fixed"))
        #expect(fault?.reason == .boundaryOccurs)
        #expect(fault?.part == 1)
        #expect(self.fault(of: MultipartForm(parts, boundary: "other")) == nil)
    }

    @Test func aFixedBoundaryThatOccursOnDiskIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data("\r\n--fixed--\r\n".utf8).write(to: file)
            let exchange = try exchange(.multipart(MultipartForm([.file("f", at: file)], boundary: "fixed")))
            let error = await #expect(throws: HTTPTransportError.self) {
                try await exchange.upload?.collect(atMost: 1000)
            }
            #expect(error?.code == .bodyFailed)
            #expect((error?.underlyingError as? MultipartForm.Fault)?.reason == .boundaryOccurs)
        }
    }

    @Test(arguments: ["", "text/plain\r\nX: y", "a\nb", "a\u{0}b", "a\rb"])
    func mediaTypesThatBreakTheHeadAreRefused(type: String) throws {
        let form = MultipartForm([.field("a", "b"), .file("f", filename: "f", bytes: Data(), contentType: type)])
        #expect(fault(of: form)?.reason == .invalidContentType)
        #expect(fault(of: form)?.part == 1)
        let error = #expect(throws: HTTPTransportError.self) { try exchange(.multipart(form)) }
        #expect(error?.code == .unencodableBody)
        #expect(error?.isUnprocessed == true)
        #expect(error?.description == "HTTPTransportError: unencodableBody (invalidContentType in part 1)")
    }

    @Test(arguments: [
        ("X-A", "b\r\nX-C: d"), ("X-A", "b\nc"), ("X-A", "b\u{0}"), ("X A", "b"), ("", "b"), ("X-A\r\n", "b"),
        ("Content-Disposition", "attachment"), ("content-type", "text/plain"),
    ])
    func headersThatBreakTheHeadAreRefused(header: (String, String)) {
        let form = MultipartForm([.field("a", "b", headers: HTTPHeaders([.init(name: header.0, value: header.1)]))])
        #expect(fault(of: form)?.reason == .invalidHeader)
    }

    @Test func theMediaTypeIsTheBodysOwn() throws {
        let body = HTTPBody.multipart(MultipartForm([.field("a", "b")], boundary: "a b"))
        let exchange = try exchange(body, defaults: ["Content-Type": "application/json"])
        #expect(exchange.headers["Content-Type"] == #"multipart/form-data; boundary="a b""#)
        // One that names no boundary would make the body unreadable.
        let error = #expect(throws: HTTPTransportError.self) {
            try self.exchange(body, headers: ["content-type": "multipart/form-data"])
        }
        #expect(error?.code == .invalidHeader)
    }

    @Test func lengthsThatNoNumberHoldsAreNotKnown() throws {
        let parts = (0..<3).map { _ in
            MultipartForm.Part.file("f", filename: "f", length: .max) { stream(of: []) }
        }
        #expect(try exchange(.multipart(MultipartForm(parts))).upload?.length == nil)
    }

    @Test func partsTellWhetherTheyCanBeSentAgain() async throws {
        let chunks: MultipartForm.Part = .file("f", filename: "f") { stream(of: []) }
        let once: MultipartForm.Part = .file("f", filename: "f", once: stream(of: []))
        let file: MultipartForm.Part = .file("f", at: URL(filePath: "/nowhere"))
        #expect(MultipartForm().isReplayable)
        #expect(MultipartForm([.field("a", "b"), chunks, file]).isReplayable)
        #expect(!MultipartForm([.field("a", "b"), once]).isReplayable)
        #expect(!HTTPBody.multipart(MultipartForm([once])).isReplayable)
        #expect(HTTPBody.multipart(MultipartForm([chunks])).isReplayable)
        #expect(HTTPBody.json(["a"]).isReplayable)
        #expect(HTTPBody.stream { stream(of: []) }.isReplayable)
        #expect(!HTTPBody.stream(once: stream(of: [])).isReplayable)
        #expect(HTTPBody.file(URL(filePath: "/nowhere")).isReplayable)
    }

    @Test func aPartThatWasBegunIsNotBegunAgain() async throws {
        let form = MultipartForm([.file("f", filename: "f", once: stream(of: [Data("once".utf8)]))])
        let body = HTTPBody.multipart(form)
        let first = try #require(try exchange(body).upload)
        let second = try #require(try exchange(body).upload)
        #expect(try await first.collect(atMost: 1000).count > 4)
        // Both ways round: what was made before is refused when it begins, what comes later before anything is sent.
        for begin in [{ _ = try await second.collect(atMost: 1000) }, { _ = try exchange(body) }] {
            let error = await #expect(throws: HTTPTransportError.self) { try await begin() }
            #expect(error?.code == .bodyNotReplayable)
            #expect(error?.isUnprocessed == true)
        }
    }

    @Test func nothingOfAFormIsPrinted() throws {
        let secret = "the secret"
        let form = MultipartForm(
            [
                .field(secret, secret), .file(secret, filename: secret, bytes: Data(secret.utf8)),
                .file("f", at: URL(filePath: "/\(secret)")),
            ],
            boundary: secret
        )
        var dumped = ""
        dump(form, to: &dumped)
        for part in form.parts { dump(part, to: &dumped) }
        for text in ["\(form)", "\(form.parts)", "\(HTTPBody.multipart(form))", dumped, String(reflecting: form)] {
            #expect(!text.contains(secret))
        }
    }
}
