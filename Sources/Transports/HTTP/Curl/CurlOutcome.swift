#if CURL_ENGINE
    import CCurl
    import RequestScheduler

    /// How a transfer ended, as libcurl has it.
    struct CurlOutcome {
        private enum End {
            case result(CURLcode)
            case malformedChunks
            case aborted(HTTPTransportError.Code)
        }

        private let end: End

        /// When its parts were done, if there were any.
        let timings: HTTPTimings?

        init(_ result: CURLcode, of handle: CurlHandle) {
            end = result == CURLE_RECV_ERROR && handle.complainsOfChunks ? .malformedChunks : .result(result)
            timings = result == CURLE_OK ? handle.timings : nil
        }

        private init(_ end: End) {
            self.end = end
            timings = nil
        }

        /// One that never was with libcurl.
        static func aborted(by code: HTTPTransportError.Code) -> CurlOutcome { CurlOutcome(.aborted(code)) }

        var isSuccess: Bool {
            if case .result(CURLE_OK) = end { true } else { false }
        }

        /// What it means, given how far the exchange had come.
        func error(isConnected: Bool, afterHead: Bool) -> HTTPTransportError? {
            switch end {
            case .aborted(let code): HTTPTransportError(code)
            case .malformedChunks:
                HTTPTransportError(.malformedResponse, underlyingError: CurlError(code: Int(CURLE_RECV_ERROR.rawValue)))
            case .result(CURLE_OK): nil
            case .result(let result):
                HTTPTransportError(
                    Self.code(of: result, isConnected: isConnected, afterHead: afterHead),
                    underlyingError: CurlError(code: Int(result.rawValue)),
                    isUnprocessed: !isConnected
                )
            }
        }

        private static func code(of result: CURLcode, isConnected: Bool, afterHead: Bool) -> HTTPTransportError.Code {
            switch result {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotResolved
            case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY: .cannotConnect
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
                CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
                .tls
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND,
                CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SSL_SHUTDOWN_FAILED:
                // Tunnels break off in the same words before there is a connection.
                isConnected ? (afterHead ? .incompleteBody : .connectionLost) : .cannotConnect
            // Schemes were checked before: what is not supported is the answer, and what is too much is its head.
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformedResponse
            case CURLE_OUT_OF_MEMORY where isConnected && !afterHead: .malformedResponse
            // CURLE_TOO_LARGE, which older headers do not have; newer versions say it of a head.
            case CURLcode(100) where isConnected && !afterHead: .malformedResponse
            case CURLE_URL_MALFORMAT: .invalidURL
            case CURLE_ABORTED_BY_CALLBACK, CURLE_WRITE_ERROR: .cancelled
            default: .unknown
            }
        }
    }
#endif
