#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// One request as it goes over the wire, checked: whole URL, sound header fields, encoded body.
package struct HTTPExchange: Sendable, Hashable {
    package var method: HTTPMethod
    package var target: HTTPTarget
    package var headers: HTTPHeaders
    package var body: Data?

    /// What makes the body while it is sent, instead of one that is there.
    package var upload: HTTPUpload?

    /// The body in a file, where it was collected there.
    package var file: SpooledBody?

    /// The networks it may go over, where not all of them.
    package var networks: HTTPNetworks?

    package init(
        method: HTTPMethod,
        url: URL,
        headers: HTTPHeaders = [:],
        body: Data? = nil,
        upload: HTTPUpload? = nil
    ) {
        self.method = method
        target = HTTPTarget(url)
        self.headers = headers
        self.body = body
        self.upload = upload
    }

    /// What a request with these options asks for, or why it cannot be sent.
    package init(
        _ request: some HTTPRequest,
        options: HTTPOptions,
        base: HTTPTarget.Base?,
        headers defaults: HTTPHeaders
    ) throws(HTTPTransportError) {
        method = request.method
        guard method.rawValue.isToken else { throw HTTPTransportError(.invalidMethod) }
        target = try Self.target(of: request, base: base)
        if let limits = options.networks, limits != HTTPNetworks() { networks = limits }
        let requested = request.headers
        let own = options.fields.merging(requested)
        try own.validate()
        headers = defaults.merging(own)
        body = nil
        if let content = request.body {
            guard method.allowsBody else { throw HTTPTransportError(.bodyNotAllowed) }
            switch content.content {
            case .streamed(let streamed): upload = try Self.prepare(streamed)
            case .encoded(let encoded):
                do { body = try encoded.bytes(in: options.coding ?? HTTPCoding()) } catch {
                    throw HTTPTransportError(.unencodableBody, underlyingError: error)
                }
            }
            if content.ownsContentType {
                // Another one would not name the boundary of the parts.
                guard own["Content-Type"] == nil else { throw HTTPTransportError(.invalidHeader) }
                headers["Content-Type"] = content.contentType
            } else if headers["Content-Type"] == nil {
                headers["Content-Type"] = content.contentType
                try headers.validate()
            }
        }
        // A part of a coded body cannot be decoded.
        if own["Range"] != nil, requested["Accept-Encoding"] == nil { headers["Accept-Encoding"] = "identity" }
    }

    /// A body that can still be sent, with its length; files are asked for theirs.
    private static func prepare(_ body: StreamedBody) throws(HTTPTransportError) -> HTTPUpload {
        let upload: HTTPUpload
        do { upload = try body.makeUpload() } catch { throw error.beforeSending }
        guard !upload.isSpent else { throw HTTPTransportError(.bodyNotReplayable).beforeSending }
        return upload
    }
}

extension HTTPExchange {
    private static func target(
        of request: some HTTPRequest,
        base: HTTPTarget.Base?
    ) throws(HTTPTransportError) -> HTTPTarget {
        do {
            if let url = try request.resolvedURL(against: base?.url) { return try HTTPTarget(url.absoluteString) }
        } catch {
            throw error as? HTTPTransportError ?? HTTPTransportError(.invalidURL, underlyingError: error)
        }
        return try HTTPTarget(request.url, query: request.query, base: base)
    }
}

extension HTTPHeaders {
    /// Refuses what cannot be sent, and fields of the connection's: those of a caller would contradict what is sent.
    package func validate() throws(HTTPTransportError) {
        guard fields.allSatisfy({ $0.isValid && !$0.belongsToConnection }) else {
            throw HTTPTransportError(.invalidHeader)
        }
    }
}

extension HTTPHeaders.Field {
    fileprivate var belongsToConnection: Bool {
        switch name.utf8.count {
        case 4: isNamed("host")
        case 10: isNamed("connection")
        case 14: isNamed("content-length")
        case 17: isNamed("transfer-encoding")
        default: false
        }
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
