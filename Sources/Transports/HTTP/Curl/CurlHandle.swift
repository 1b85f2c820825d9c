#if CURL_ENGINE
    import CCurl
    import Foundation

    /// One easy handle with the settings that all its transfers have in common.
    final class CurlHandle {
        /// Makes libcurl ready, once in a process.
        static let library: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        let easy: UnsafeMutableRawPointer
        private var fields: CurlHeaderList?

        init?(_ options: CurlOptions) {
            guard let easy = curl_easy_init() else { return nil }
            self.easy = easy
            set(CURLOPT_NOSIGNAL, 1)
            set(CURLOPT_PROTOCOLS_STR, "http,https")
            set(CURLOPT_NETRC, 0)
            set(CURLOPT_FOLLOWLOCATION, 0)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            // Times are measured above; libcurl's own limit on connecting must not come first.
            set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            options.apply(to: self)
            ccurl_set_data_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context).received(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            ccurl_set_data_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context).receivedLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            ccurl_set_data_function(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context).send(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            ccurl_set_seek_function(easy) { context, offset, origin in
                CurlTransfer.of(context).rewind(to: offset, from: origin)
            }
            ccurl_set_connected_function(easy) { context, _, _, _, _ in
                CurlTransfer.of(context).connected()
                return CURL_PREREQFUNC_OK
            }
        }

        deinit {
            curl_easy_cleanup(easy)
        }

        /// Sets everything that differs between transfers, whatever the one before had.
        func prepare(for transfer: CurlTransfer, fields: CurlHeaderList) {
            let context = Unmanaged.passUnretained(transfer).toOpaque()
            for option in [
                CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
                CURLOPT_PREREQDATA,
            ] {
                ccurl_set_pointer(easy, option, context)
            }
            let exchange = transfer.exchange
            self.fields = fields
            ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, fields.list)
            ccurl_set_string(easy, CURLOPT_URL, exchange.url.absoluteString)
            // Many requests to a server of HTTP/2 wait for its one connection instead of opening one each; without TLS
            // there is none, and they would wait for the first answer.
            set(CURLOPT_PIPEWAIT, exchange.url.scheme?.count == 5 ? 1 : 0)
            set(CURLOPT_HTTPGET, 1)
            ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, nil)
            switch exchange.method {
            case .get: break
            case .head: set(CURLOPT_NOBODY, 1)
            default:
                let size = exchange.body?.count ?? (exchange.method.anticipatesContent ? 0 : nil)
                if let size {
                    set(CURLOPT_POST, 1)
                    ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(size))
                }
                ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, exchange.method.rawValue)
            }
        }

        /// Lets go of what belongs to the transfer that was.
        func clear() {
            ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, nil)
            fields = nil
        }

        func set(_ option: CURLoption, _ value: Int) {
            ccurl_set_long(easy, option, value)
        }

        func set(_ option: CURLoption, _ value: String) {
            ccurl_set_string(easy, option, value)
        }

        func time(_ info: CURLINFO) -> Duration {
            var microseconds: curl_off_t = 0
            ccurl_get_offset(easy, info, &microseconds)
            return .microseconds(microseconds)
        }
    }

    extension HTTPMethod {
        /// Whether a request without content says so by a length of 0; RFC 9110 §8.6.
        fileprivate var anticipatesContent: Bool { [.post, .put, .patch].contains(self) }
    }
#endif
