import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
@testable import RequestTransports

/// What the system's errors mean, which are coarse where libcurl is below.
struct URLErrorTests {
    private func code(_ code: URLError.Code, _ text: String = "", afterHead: Bool) -> HTTPTransportError.Code {
        let error = URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
        return HTTPTransportError(error, afterHead: afterHead).code
    }

    @Test(arguments: [
        (URLError.Code.networkConnectionLost, "Recv failure: Connection reset by peer"),
        // An empty reply.
        (.badServerResponse, "Empty reply from server"),
        (.unknown, "Connection died, tried 5 times before giving up"),
        (.unknown, "Send failure: Broken pipe"),
    ])
    func aLostConnectionIsNoBadAnswer(systemCode: URLError.Code, text: String) {
        #expect(code(systemCode, text, afterHead: false) == .connectionLost)
        #expect(code(systemCode, text, afterHead: true) == .incompleteBody)
        let lost = HTTPTransportError(
            URLError(systemCode, userInfo: [NSLocalizedDescriptionKey: text]),
            afterHead: false
        )
        #expect(lost.allowsRetry(of: .get) && !lost.allowsRetry(of: .post))
    }

    @Test(arguments: [
        "transfer closed with 96 bytes remaining to read", "transfer closed with outstanding read data remaining",
    ])
    func anAnswerThatBreaksOffIsNotMalformed(text: String) {
        #expect(code(.unknown, text, afterHead: true) == .incompleteBody)
        // A head that breaks off behind its length, or a redirect, which is not told of before it is whole.
        #expect(code(.unknown, text, afterHead: false) == .connectionLost)
    }

    @Test(arguments: [
        (URLError.Code.networkConnectionLost, "Illegal or missing hexadecimal sequence in chunked-encoding", true),
        (.networkConnectionLost, "Malformed encoding found in chunked-encoding", true),
        (.unknown, "Error while processing content unencoding: incorrect header check", true),
        (.unknown, "Unrecognized content encoding type. libcurl understands deflate, gzip content encodings.", false),
        (.unknown, "Failed writing header", false),
        // Behind the end of a coded body there is more.
        (.unknown, "Failed writing received data to disk/application", true),
        (.unknown, "Invalid Content-Length: value", false),
        (.unsupportedURL, "Received HTTP/0.9 when not allowed", false),
    ])
    func whatCannotBeReadIsMalformed(systemCode: URLError.Code, text: String, afterHead: Bool) {
        let error = HTTPTransportError(
            URLError(systemCode, userInfo: [NSLocalizedDescriptionKey: text]),
            afterHead: afterHead
        )
        #expect(error.code == .malformedResponse)
        #expect(!error.allowsRetry(of: .get))
    }

    @Test(arguments: [
        (URLError.Code.cannotConnectToHost, HTTPTransportError.Code.cannotConnect), (.cannotFindHost, .nameNotResolved),
        (.dnsLookupFailed, .nameNotResolved), (.notConnectedToInternet, .cannotConnect), (.cancelled, .cancelled),
        (.timedOut, .timedOut), (.serverCertificateUntrusted, .tls), (.secureConnectionFailed, .tls),
        (.dataNotAllowed, .unknown),
    ])
    func everyOtherCodeMeansOneThing(systemCode: URLError.Code, meaning: HTTPTransportError.Code) {
        #expect(code(systemCode, afterHead: false) == meaning)
    }

    @Test func errorsOfOthersAreUnknown() {
        #expect(HTTPTransportError(CocoaError(.fileNoSuchFile), afterHead: false).code == .unknown)
        #expect(code(.unknown, "SSL certificate problem: self-signed certificate", afterHead: false) == .tls)
    }
}
