#if CURL_ENGINE
    import CCurl

    /// The header fields of an exchange as libcurl takes them; freed with the last handle that uses it.
    final class CurlHeaderList {
        private(set) var list: UnsafeMutablePointer<curl_slist>?
        private let headers: HTTPHeaders
        private let isChunked: Bool

        init(_ exchange: HTTPExchange) {
            headers = exchange.headers
            isChunked = exchange.isChunked
            for field in headers.fields {
                // A blank value has a notation of its own: with a colon it would take the field out.
                let isBlank = field.value.utf8.allSatisfy(\.isOptionalSpace)
                append(isBlank ? field.name + ";" : field.name + ": " + field.value)
            }
            // What libcurl would add by itself: a wait for leave to send, and a type that is made up.
            append("Expect:")
            if headers["Content-Type"] == nil { append("Content-Type:") }
            // With HTTP/2 libcurl leaves it out.
            if isChunked { append("Transfer-Encoding: chunked") }
        }

        deinit {
            curl_slist_free_all(list)
        }

        func holds(_ exchange: HTTPExchange) -> Bool {
            headers.isIdentical(to: exchange.headers) && isChunked == exchange.isChunked
        }

        private func append(_ line: String) {
            // Without memory the list stays as it was; libcurl then fails the transfer for the same reason.
            list = curl_slist_append(list, line) ?? list
        }
    }

    extension HTTPExchange {
        /// Whether the body has no length that could be said before.
        fileprivate var isChunked: Bool { upload.map { $0.length == nil } ?? false }
    }
#endif
