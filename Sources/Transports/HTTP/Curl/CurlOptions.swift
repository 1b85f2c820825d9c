#if CURL_ENGINE
    import CCurl
    import Foundation

    /// What all transfers of a ``CurlEngine`` have in common.
    package struct CurlOptions: Sendable {
        package var maximumConnectionsPerHost: Int

        package init(maximumConnectionsPerHost: Int = 64) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
        }

        func apply(to handle: CurlHandle) {
            // The environment's proxies are not asked.
            handle.set(CURLOPT_PROXY, "")
        }
    }
#endif
