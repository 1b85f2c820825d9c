#if CURL_ENGINE
    import CCurl
#endif

/// What libcurl said when a transfer failed: the underlying error of an ``HTTPTransportError``.
public struct CurlError: Error, Sendable, Hashable {
    /// The number, as libcurl's documentation lists them under `CURLcode`.
    public let code: Int

    /// An error of this number.
    public init(code: Int) {
        self.code = code
    }
}

extension CurlError: CustomStringConvertible {
    /// The number and what libcurl calls it; never what it was about.
    public var description: String {
        #if CURL_ENGINE
            "CurlError: \(code) (\(String(cString: curl_easy_strerror(CURLcode(UInt32(clamping: code))))))"
        #else
            "CurlError: \(code)"
        #endif
    }
}
