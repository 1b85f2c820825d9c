#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// One request as it goes over the wire, checked: whole URL, sound header fields, encoded body.
package struct HTTPExchange: Sendable, Hashable {
    package var method: HTTPMethod
    package var url: URL
    package var headers: HTTPHeaders
    package var body: Data?

    /// What makes the body while it is sent, instead of one that is there.
    package var upload: HTTPUpload?

    package init(
        method: HTTPMethod,
        url: URL,
        headers: HTTPHeaders = [:],
        body: Data? = nil,
        upload: HTTPUpload? = nil
    ) {
        self.upload = upload
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// What a request asks for, or why it cannot be sent.
    package init(
        _ request: some HTTPRequest,
        base: URL?,
        headers defaults: HTTPHeaders
    ) throws(HTTPTransportError) {
        method = request.method
        guard method.rawValue.isToken else { throw HTTPTransportError(.invalidMethod) }
        url = try Self.resolve(request.url, query: request.query, against: base)
        headers = defaults.merging(request.headers)
        body = nil
        if let content = request.body {
            guard method.allowsBody else { throw HTTPTransportError(.bodyNotAllowed) }
            switch content.content {
            case .streamed(let makeUpload): upload = try Self.prepare(makeUpload)
            case .encoded(let encode):
                do { body = try encode() } catch {
                    throw HTTPTransportError(.unencodableBody, underlyingError: error)
                }
            }
            if content.ownsContentType {
                // Another one would not name the boundary of the parts.
                guard request.headers["Content-Type"] == nil else { throw HTTPTransportError(.invalidHeader) }
                headers["Content-Type"] = content.contentType
            }
            if headers["Content-Type"] == nil { headers["Content-Type"] = content.contentType }
        }
        // A part of a coded body cannot be decoded.
        if request.headers["Range"] != nil, request.headers["Accept-Encoding"] == nil {
            headers["Accept-Encoding"] = "identity"
        }
        guard headers.fields.allSatisfy({ $0.isValid && !Self.isOwned($0) }) else {
            throw HTTPTransportError(.invalidHeader)
        }
    }

    /// A body that can still be sent, with its length; files are asked for theirs.
    private static func prepare(
        _ makeUpload: () throws(HTTPTransportError) -> HTTPUpload
    ) throws(HTTPTransportError) -> HTTPUpload {
        let upload: HTTPUpload
        do { upload = try makeUpload() } catch { throw error.beforeSending }
        guard !upload.isSpent else { throw HTTPTransportError(.bodyNotReplayable).beforeSending }
        return upload
    }

    /// Framing and routing of the connection: a value of the caller's would contradict what is sent.
    private static func isOwned(_ field: HTTPHeaders.Field) -> Bool {
        ["connection", "content-length", "host", "transfer-encoding"].contains { field.isNamed($0) }
    }

    /// A reference resolved against a base, with more query: a URL of `http` or `https` that has a host.
    static func resolve(
        _ reference: String,
        query: [URLQueryItem] = [],
        against base: URL?
    ) throws(HTTPTransportError) -> URL {
        guard reference.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let resolved = URL(string: reference, relativeTo: base)?.absoluteURL
        else { throw HTTPTransportError(.invalidURL) }
        var url: URL? = resolved
        if !query.isEmpty || resolved.fragment() != nil {
            var text = String(resolved.absoluteString.prefix { $0 != "#" })
            if !query.isEmpty { text += (resolved.query() == nil ? "?" : "&") + query.percentEncoded }
            url = URL(string: text)
        }
        guard let url, ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, (1...65535).contains(url.port ?? 80)
        else { throw HTTPTransportError(.invalidURL) }
        return url
    }
}

/// The head of a final answer.
package struct HTTPResponseHead: Sendable, Hashable {
    package var status: Int
    package var headers: HTTPHeaders

    package init(status: Int, headers: HTTPHeaders = [:]) {
        self.status = status
        self.headers = headers
    }
}
