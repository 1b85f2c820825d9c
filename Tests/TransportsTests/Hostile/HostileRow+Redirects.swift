import LoopbackServer
import RequestTransports

extension HostileRow {
    private static func leading(to location: String) -> Script {
        { request, _ in request.path.hasSuffix("/target") ? .text("target") : .redirect(302, to: location) }
    }

    private static func refused(_ location: String) -> HostileRow {
        HostileRow(
            "a redirect to \(location)",
            leading(to: location),
            HostileExpectations(.failure(.invalidRedirect, allowsRetry: false))
        )
    }

    private static let endless = HostileExpectations(.failure(.tooManyRedirects, allowsRetry: false, requests: 11))

    /// Redirects that lead nowhere, or in circles; RFC 9110 §15.4.
    static let redirects: [HostileRow] = [
        refused("ftp://127.0.0.1/target"),
        refused("file:///etc/passwd"),
        refused("javascript:alert(1)"),
        refused("http://"),
        refused("http://127.0.0.1:99999/target"),
        HostileRow("a redirect to itself", { request, _ in .redirect(302, to: request.target) }, endless),
        HostileRow("redirects without end", { request, _ in .redirect(307, to: request.target + "x") }, endless),
        // It refers to the document itself; RFC 3986 §4.4.
        HostileRow("a redirect with an empty place", .redirect(302, to: ""), endless),
        HostileRow("a relative redirect", leading(to: "target"), HostileExpectations(.answer(200, 6, requests: 2))),
        HostileRow(
            "a redirect whose body is cut short",
            { request, _ in
                request.path.hasSuffix("/target")
                    ? .text("target")
                    : .send("HTTP/1.1 302 Found\r\nLocation: target\r\nContent-Length: 100\r\n\r\nhalf").then(.close)
            },
            // The open-source Foundation keeps redirects to itself until they are whole.
            HostileExpectations(curl: .incomplete(4), urlSession: .lost)
        ),
        HostileRow(
            "a redirect whose target is cut short",
            { request, _ in
                request.path.hasSuffix("/target")
                    ? .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf").then(.close)
                    : .redirect(303, to: "target")
            },
            HostileExpectations(.failure(.incompleteBody, 4, allowsRetry: true, requests: 2))
        ),
        HostileRow("a redirect without a place", .status(302), .answer(302)),
        HostileRow(
            "a redirect without a place, with a body",
            .status(302, body: Array("here".utf8)),
            HostileExpectations(curl: .answer(302, 4), urlSession: .answer(302))
        ),
        HostileRow("300 with choices", .status(300, body: Array("choose".utf8)), .answer(300, 6)),
    ]
}
