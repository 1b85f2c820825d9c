#if CURL_ENGINE
    import CCurl
    import Foundation

    /// What all transfers of a ``CurlEngine`` have in common.
    package struct CurlOptions: Sendable {
        package var maximumConnectionsPerHost: Int
        package var tls: HTTPTransport.TLS
        package var proxy: HTTPTransport.Proxy?
        package var unixSocketPath: String?

        package init(
            maximumConnectionsPerHost: Int = 64,
            tls: HTTPTransport.TLS = .init(),
            proxy: HTTPTransport.Proxy? = nil,
            unixSocketPath: String? = nil
        ) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.tls = tls
            self.proxy = proxy
            self.unixSocketPath = unixSocketPath
        }

        /// `false` if libcurl does not take one of them.
        func apply(to handle: CurlHandle) -> Bool {
            applyRoute(to: handle) && applyTrust(to: handle) && applyIdentity(to: handle)
        }

        private func applyRoute(to handle: CurlHandle) -> Bool {
            if let unixSocketPath, !handle.set(CURLOPT_UNIX_SOCKET_PATH, unixSocketPath) { return false }
            // The environment's proxies, and its exceptions, are not asked.
            guard handle.set(CURLOPT_PROXY, proxy?.url ?? ""), let proxy else { return proxy == nil }
            return handle.set(CURLOPT_NOPROXY, proxy.exceptions.joined(separator: ","))
                && (proxy.user.map { handle.set(CURLOPT_PROXYUSERNAME, $0) } ?? true)
                && (proxy.password.map { handle.set(CURLOPT_PROXYPASSWORD, $0) } ?? true)
                && (!proxy.isSecure || applyTrustOfProxy(to: handle))
        }

        /// A proxy is trusted by whatever servers are.
        private func applyTrustOfProxy(to handle: CurlHandle) -> Bool {
            handle.set(CURLOPT_PROXY_SSLVERSION, minimumVersion)
                && apply(tls.trust, to: handle, CURLOPT_PROXY_CAPATH, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAINFO_BLOB)
        }

        private func applyTrust(to handle: CurlHandle) -> Bool {
            guard handle.set(CURLOPT_SSLVERSION, minimumVersion) else { return false }
            if !tls.pinnedPublicKeys.isEmpty {
                let pins = tls.pinnedPublicKeys.map { "sha256//" + $0 }.joined(separator: ";")
                guard handle.set(CURLOPT_PINNEDPUBLICKEY, pins) else { return false }
            }
            return apply(tls.trust, to: handle, CURLOPT_CAPATH, CURLOPT_CAINFO, CURLOPT_CAINFO_BLOB)
        }

        private func apply(
            _ trust: HTTPTransport.TLS.Trust,
            to handle: CurlHandle,
            _ folderOption: CURLoption,
            _ fileOption: CURLoption,
            _ bytesOption: CURLoption
        ) -> Bool {
            // The folder of the system's certificates would count beside a file of one's own.
            switch trust {
            case .system: true
            case .file(let path): handle.set(folderOption, nil) && handle.set(fileOption, path)
            case .pem(let bytes): handle.set(folderOption, nil) && handle.set(bytesOption, bytes)
            }
        }

        private var minimumVersion: Int {
            switch tls.minimumVersion {
            case .v1_2: Int(CURL_SSLVERSION_TLSv1_2)
            case .v1_3: Int(CURL_SSLVERSION_TLSv1_3)
            }
        }

        private func applyIdentity(to handle: CurlHandle) -> Bool {
            switch tls.identity {
            case nil: true
            case .files(let certificate, let key, let password):
                handle.set(CURLOPT_SSLCERT, certificate) && handle.set(CURLOPT_SSLKEY, key)
                    && (password.map { handle.set(CURLOPT_KEYPASSWD, $0) } ?? true)
            case .pem(let certificate, let key, let password):
                handle.set(CURLOPT_SSLCERT_BLOB, certificate) && handle.set(CURLOPT_SSLKEY_BLOB, key)
                    && (password.map { handle.set(CURLOPT_KEYPASSWD, $0) } ?? true)
            }
        }
    }

    extension HTTPTransport.Proxy {
        /// Whether it is spoken to over TLS.
        fileprivate var isSecure: Bool { url.prefix(6).lowercased() == "https:" }
    }
#endif
