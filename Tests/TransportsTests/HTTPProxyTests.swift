#if CURL_ENGINE
    import Foundation
    import RequestTransports
    import Testing

    /// Kinds of proxies other than a plain one of HTTP, each in front of a server there is none of: it answers itself.
    @Suite(
        .timeLimit(.minutes(3)),
        .enabled(if: PeerProcess.isInstalled("python3"), "python3 is not installed"),
        .enabled(if: PeerProcess.isInstalled("openssl"), "openssl is not installed")
    )
    struct HTTPProxyTests {
        /// RFC 1928 and RFC 1929: says who asked for what.
        private static let socks = """
            import socket
            server = socket.create_server(("127.0.0.1", 0))
            print("ready", server.getsockname()[1], flush=True)
            peer, _ = server.accept()
            file = peer.makefile("rb")
            text = lambda: file.read(file.read(1)[0]).decode()
            version, count = file.read(2)
            who = "nobody"
            if 2 in file.read(count):
                peer.sendall(b"\\x05\\x02"); file.read(1)
                who = text() + ":" + text()
                peer.sendall(b"\\x01\\x00")
            else:
                peer.sendall(b"\\x05\\x00")
            kind = file.read(4)[3]
            host = text() if kind == 3 else socket.inet_ntoa(file.read(4))
            port = int.from_bytes(file.read(2), "big")
            peer.sendall(b"\\x05\\x00\\x00\\x01" + bytes(6))
            line = file.readline().decode().strip()
            body = f"{who} {host}:{port} {line}".encode()
            peer.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
            peer.close()
            """

        /// A proxy that is spoken to over TLS.
        private static let secure = """
            import socket, ssl, sys
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            server = socket.create_server(("127.0.0.1", 0))
            print("ready", server.getsockname()[1], flush=True)
            while True:
                try:
                    peer = context.wrap_socket(server.accept()[0], server_side=True)
                    body = peer.makefile("rb").readline().strip() + b" " + peer.version().encode()
                    peer.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
                    peer.close()
                except OSError: pass
            """

        private func text(_ url: String, _ proxy: HTTPTransport.Proxy, _ tls: HTTPTransport.TLS = .init()) async throws
            -> String
        {
            let transport = HTTPTransport(.init(engine: .curl, tls: tls, proxy: proxy))
            return String(decoding: try await transport.response(for: Ask(url)).body, as: UTF8.self)
        }

        private func start(_ script: String, _ arguments: [String] = []) throws -> (peer: PeerProcess, port: String) {
            let peer = try PeerProcess("python3", ["-c", script] + arguments, saying: "ready")
            return (peer, String(peer.greeting.split(separator: " ").last ?? ""))
        }

        @Test(arguments: [
            ("socks5h", "http://name.invalid:81/x", nil, "nobody name.invalid:81 GET /x HTTP/1.1"),
            ("socks5h", "http://name.invalid/x", "me", "me:hush name.invalid:80 GET /x HTTP/1.1"),
            ("socks5", "http://localhost:81/x", nil, "nobody 127.0.0.1:81 GET /x HTTP/1.1"),
        ])
        func socksIsToldWhereTo(scheme: String, url: String, user: String?, answer: String) async throws {
            let (peer, port) = try start(Self.socks)
            defer { peer.stop() }
            let password = user.map { _ in "hush" }
            let proxy = HTTPTransport.Proxy(url: "\(scheme)://127.0.0.1:\(port)", user: user, password: password)
            #expect(try await text(url, proxy) == answer)
        }

        @Test func aSecureProxyIsTrustedByWhatServersAre() async throws {
            let material = try TLSMaterial()
            let (peer, port) = try start(Self.secure, [material.path("server.pem"), material.path("server.key")])
            defer { peer.stop() }
            let proxy = HTTPTransport.Proxy(url: "https://127.0.0.1:\(port)")
            let url = "http://name.invalid/x"
            let answer = "GET http://name.invalid/x HTTP/1.1 TLSv1.3"
            #expect(try await text(url, proxy, .init(trust: .file(material.path("authority.pem")))) == answer)
            #expect(try await text(url, proxy, .init(trust: .pem(material.data("authority.pem")))) == answer)
            for trust in [HTTPTransport.TLS.Trust.system, .file(material.path("other.pem"))] {
                let error = try await #require(throws: HTTPTransportError.self) {
                    try await text(url, proxy, .init(trust: trust))
                }
                #expect(error.code == .tls)
                #expect(error.allowsRetry(of: .post))
            }
        }
    }
#endif
