#if os(Linux)
    import Foundation

    /// Certificates of an authority of one's own, made by the `openssl` program in a folder that goes with it.
    final class TLSMaterial: Sendable {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for authority in ["authority", "other"] {
                try openssl(
                    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=\(authority)"
                        + " -keyout \(authority).key -out \(authority).pem"
                )
            }
            try Data("subjectAltName=IP:127.0.0.1".utf8).write(to: folder.appending(path: "names"))
            for name in ["server", "client"] {
                try openssl(
                    "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=\(name)"
                        + " -keyout \(name).key -out \(name).csr"
                )
                try openssl(
                    "x509 -req -in \(name).csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2"
                        + " -extfile names -out \(name).pem"
                )
            }
        }

        deinit {
            do { try FileManager.default.removeItem(at: folder) } catch { print("Left behind: \(folder.path)") }
        }

        func path(_ name: String) -> String { folder.appending(path: name).path }

        func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

        /// The digest of the public key of a certificate.
        func pin(_ name: String) throws -> String {
            let script =
                "openssl x509 -in \(path(name)) -pubkey -noout | openssl pkey -pubin -outform der"
                + " | openssl dgst -sha256 -binary"
            return try PeerProcess.run("sh", ["-c", script]).base64EncodedString()
        }

        /// A server of `openssl` with the server's certificate, and the URL it answers at.
        func serve(_ options: String = "") throws -> (peer: PeerProcess, url: String) {
            let arguments =
                "s_server -accept 127.0.0.1:0 -www -cert \(path("server.pem")) -key \(path("server.key")) \(options)"
            let peer = try PeerProcess("openssl", arguments.split(separator: " ").map(String.init), saying: "ACCEPT")
            let port = peer.greeting.split(separator: ":").last ?? ""
            return (peer, "https://127.0.0.1:\(port)/")
        }

        private func openssl(_ arguments: String) throws {
            try PeerProcess.run("sh", ["-c", "cd '\(folder.path)' && openssl \(arguments) 2>&1"])
        }
    }
#endif
