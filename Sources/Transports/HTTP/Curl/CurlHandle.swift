#if CURL_ENGINE
    import CCurl
    import Foundation

    /// One easy handle with the settings that all its transfers have in common.
    final class CurlHandle {
        /// Makes libcurl ready, once in a process.
        static let library: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        let easy: UnsafeMutableRawPointer
        private var fields: CurlHeaderList?
        private let complaint = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

        init?(_ options: CurlOptions) {
            guard let easy = curl_easy_init() else { return nil }
            self.easy = easy
            complaint.initialize(repeating: 0)
            ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, complaint.baseAddress)
            set(CURLOPT_NOSIGNAL, 1)
            _ = ccurl_allow_http_only(easy)
            _ = ccurl_leave_lookups(easy)
            _ = ccurl_keep_sockets_from_children(easy)
            // Large bodies come in fewer pieces; of the buffer only what is filled takes memory.
            set(CURLOPT_BUFFERSIZE, 128 << 10)
            set(CURLOPT_NETRC, 0)
            set(CURLOPT_FOLLOWLOCATION, 0)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            // Times are measured above; libcurl's own limit on connecting must not come first.
            set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
            guard options.apply(to: self) else { return nil }
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
            complaint.deallocate()
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
            complaint[0] = 0
            self.fields = fields
            ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, fields.list)
            set(CURLOPT_URL, exchange.target.text)
            // Many requests to a server of HTTP/2 wait for its one connection instead of opening one each; without TLS
            // there is none, and they would wait for the first answer.
            set(CURLOPT_PIPEWAIT, exchange.target.isSecure ? 1 : 0)
            // Where HTTP/2 is not spoken it must not be wanted either: a server that claims it in a status line would have
            // libcurl send several requests over one connection at once, and mix up their answers.
            set(CURLOPT_HTTP_VERSION, Int(exchange.target.isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
            set(CURLOPT_HTTPGET, 1)
            set(CURLOPT_CUSTOMREQUEST, nil)
            switch exchange.method {
            case .get: break
            case .head: set(CURLOPT_NOBODY, 1)
            default:
                // -1 stands for a length that is not known.
                let streamed = exchange.upload.map { $0.length ?? -1 }
                let size = streamed ?? exchange.body?.count ?? (exchange.method.anticipatesContent ? 0 : nil)
                if let size {
                    set(CURLOPT_POST, 1)
                    ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(size))
                }
                set(CURLOPT_CUSTOMREQUEST, exchange.method.rawValue)
            }
        }

        /// Lets go of what belongs to the transfer that was.
        func clear() {
            ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, nil)
            fields = nil
        }

        @discardableResult
        func set(_ option: CURLoption, _ value: Int) -> Bool {
            ccurl_set_long(easy, option, value) == CURLE_OK
        }

        @discardableResult
        func set(_ option: CURLoption, _ value: String?) -> Bool {
            ccurl_set_string(easy, option, value) == CURLE_OK
        }

        func set(_ option: CURLoption, _ value: Data) -> Bool {
            value.withUnsafeBytes { ccurl_set_bytes(easy, option, $0.baseAddress, $0.count) } == CURLE_OK
        }

        /// Whether libcurl complains of chunks that are none; its code does not tell that from a lost connection.
        var complainsOfChunks: Bool {
            complaint.baseAddress.map { strstr($0, "chunk") != nil } ?? false
        }

        /// When the parts of the transfer were done.
        var timings: HTTPTimings {
            func time(_ info: CURLINFO) -> Duration {
                var microseconds: curl_off_t = 0
                ccurl_get_offset(easy, info, &microseconds)
                return .microseconds(microseconds)
            }
            var timings = HTTPTimings()
            timings.nameResolved = time(CURLINFO_NAMELOOKUP_TIME_T)
            timings.connected = time(CURLINFO_CONNECT_TIME_T)
            timings.secured = time(CURLINFO_APPCONNECT_TIME_T)
            timings.ready = time(CURLINFO_PRETRANSFER_TIME_T)
            timings.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
            timings.ended = time(CURLINFO_TOTAL_TIME_T)
            return timings
        }
    }

    extension HTTPMethod {
        /// Whether a request without content says so by a length of 0; RFC 9110 §8.6.
        fileprivate var anticipatesContent: Bool { [.post, .put, .patch].contains(self) }
    }
#endif
