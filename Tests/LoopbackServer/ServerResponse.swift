/// A response that the server frames by itself.
struct ServerResponse: Sendable {
    let status: Int
    let headers: [(key: String, value: String)]
    let body: [UInt8]

    /// The bytes to send in answer to a request of this method.
    func bytes(answering method: String) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
        for field in headers { head += "\(field.key): \(field.value)\r\n" }
        // RFC 9110 §8.6: no length with 1xx and 204; 304 and HEAD have one but no body.
        if status >= 200, status != 204, status != 304 { head += "Content-Length: \(body.count)\r\n" }
        let hasBody = status != 204 && status != 304 && method != "HEAD"
        return Array((head + "\r\n").utf8) + (hasBody ? body : [])
    }

    private static let reasons = [
        200: "OK", 201: "Created", 204: "No Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 404: "Not Found", 500: "Internal Server Error", 503: "Service Unavailable",
    ]
}
