#if CURL_ENGINE
    import Foundation
    import RequestTransports
    import Testing

    /// Each option of TLS against a server that makes it count.
    @Suite(.timeLimit(.minutes(3)), .enabled(if: PeerProcess.isInstalled("openssl"), "openssl is not installed"))
    struct HTTPTLSTests {
        private let material: TLSMaterial

        init() throws {
            material = try TLSMaterial()
        }

        private func status(_ url: String, _ tls: HTTPTransport.TLS) async throws -> Int {
            try await HTTPTransport(.init(engine: .curl, tls: tls)).response(for: Ask(url)).status
        }

        private func expectRefusal(_ url: String, _ tls: HTTPTransport.TLS, _ comment: Comment) async {
            await #expect(comment) { try await status(url, tls) } throws: {
                HTTPTransportError.Code.tls ~= $0 && ($0 as? HTTPTransportError)?.isUnprocessed == true
            }
        }

        @Test func trustIsWhatTheTransportSays() async throws {
            let (peer, url) = try material.serve()
            defer { peer.stop() }
            #expect(try await status(url, .init(trust: .file(material.path("authority.pem")))) == 200)
            #expect(try await status(url, .init(trust: .pem(material.data("authority.pem")))) == 200)
            await expectRefusal(url, .init(), "the system does not know the authority")
            await expectRefusal(url, .init(trust: .file(material.path("other.pem"))), "another authority")
            await expectRefusal(url, .init(trust: .file(material.path("absent.pem"))), "no file")
        }

        @Test func aServerOfAnotherNameIsRefused() async throws {
            let (peer, url) = try material.serve()
            defer { peer.stop() }
            let trust = HTTPTransport.TLS(trust: .file(material.path("authority.pem")))
            #expect(try await status(url, trust) == 200)
            let other = url.replacing("127.0.0.1", with: "localhost")
            await expectRefusal(other, trust, "the certificate names another host")
        }

        @Test func theServersKeyHasToBePinned() async throws {
            let (peer, url) = try material.serve()
            defer { peer.stop() }
            let (right, wrong) = (try material.pin("server.pem"), try material.pin("client.pem"))
            var tls = HTTPTransport.TLS(trust: .file(material.path("authority.pem")))
            tls.pinnedPublicKeys = [wrong, right]
            #expect(try await status(url, tls) == 200)
            tls.pinnedPublicKeys = [wrong]
            await expectRefusal(url, tls, "another key")
        }

        @Test func aCertificateIsShownToWhoAsks() async throws {
            let (peer, url) = try material.serve(
                "-Verify 1 -verify_return_error -CAfile \(material.path("authority.pem"))"
            )
            defer { peer.stop() }
            var tls = HTTPTransport.TLS(trust: .file(material.path("authority.pem")))
            tls.identity = .files(certificate: material.path("client.pem"), key: material.path("client.key"))
            #expect(try await status(url, tls) == 200)
            tls.identity = .pem(certificate: try material.data("client.pem"), key: try material.data("client.key"))
            #expect(try await status(url, tls) == 200)
            // With TLS 1.3 the server says so after the handshake, so it may look like a lost connection.
            tls.identity = nil
            await #expect(throws: HTTPTransportError.self) { try await status(url, tls) }
        }

        @Test func oldVersionsAreNotSpoken() async throws {
            let (peer, url) = try material.serve("-tls1_2")
            defer { peer.stop() }
            var tls = HTTPTransport.TLS(trust: .file(material.path("authority.pem")))
            #expect(try await status(url, tls) == 200)
            tls.minimumVersion = .v1_3
            await expectRefusal(url, tls, "the server has nothing newer")
        }

        @Test func timesOfASecureConnectionAreTold() async throws {
            let (peer, url) = try material.serve()
            defer { peer.stop() }
            let tls = HTTPTransport.TLS(trust: .file(material.path("authority.pem")))
            let response = try await HTTPTransport(.init(engine: .curl, tls: tls)).response(for: Ask(url))
            let timings = try #require(response.timings)
            let times = [
                timings.nameResolved, timings.connected, timings.secured, timings.ready, timings.firstByte,
                timings.ended,
            ].compactMap(\.self)
            #expect(times.count == 6)
            #expect(times == times.sorted())
            #expect(try #require(timings.secured) > .zero)
        }

        @Test func keysAndPasswordsAreNotPrinted() {
            let tls = HTTPTransport.TLS(
                trust: .pem(Data("hush".utf8)),
                identity: .files(certificate: "hush", key: "hush", password: "hush")
            )
            let proxy = HTTPTransport.Proxy(url: "http://hush:hush@proxy.example:1", user: "hush", password: "hush")
            var dumped = ""
            dump(tls, to: &dumped)
            dump(proxy, to: &dumped)
            #expect(!(dumped + "\(tls)\(proxy)" + String(reflecting: tls) + String(reflecting: proxy)).contains("hush"))
        }
    }
#endif
