#if CURL_ENGINE
    import Foundation
    import LoopbackServer
    import RequestTransports
    import TestSupport
    import Testing

    /// What libcurl does in its own way, and what only it can do.
    @Suite(.timeLimit(.minutes(3)))
    struct CurlEngineTests {
        private let engine = CurlEngine()

        private func exchange(
            _ url: String,
            method: HTTPMethod = .get,
            headers: HTTPHeaders = [:],
            body: Data? = nil
        ) throws -> HTTPExchange {
            HTTPExchange(method: method, url: try #require(URL(string: url)), headers: headers, body: body)
        }

        private func events(of exchange: HTTPExchange) async -> EngineEvents {
            let events = EngineEvents()
            _ = engine.start(exchange, informing: events)
            await events.ends.reach(1)
            return events
        }

        @Test(arguments: [
            "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ])
        func aHeadThatBreaksOffIsALostConnection(bytes: String) async throws {
            let server = try LoopbackServer { _ in .send(bytes).then(.close) }
            defer { server.stop() }
            let events = await events(of: try exchange(server.url("/cut")))
            #expect(events.errors == [.connectionLost])
            #expect(events.heads.isEmpty)
        }

        @Test(arguments: [
            "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "HTTP/1.1 200\r\nContent-Length:2\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\nok\r\n0\r\nX-T: v\r\n\r\n",
        ])
        func lenientFormsAndTrailersAreRead(bytes: String) async throws {
            let server = try LoopbackServer { _ in .send(bytes) }
            defer { server.stop() }
            let events = await events(of: try exchange(server.url("/odd")))
            #expect(events.errors.isEmpty)
            #expect(events.heads == [200])
            #expect(events.body == Data("ok".utf8))
        }

        @Test func fieldsArriveInTheirOrderWithDuplicates() async throws {
            let server = try LoopbackServer { _ in
                .send("HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nB: 1\r\nset-cookie: c=2\r\nContent-Length: 0\r\n\r\n")
            }
            defer { server.stop() }
            let head = try #require(await events(of: try exchange(server.url("/"))).head)
            #expect(head.headers.fields.map(\.name) == ["Set-Cookie", "B", "set-cookie", "Content-Length"])
            #expect(head.headers.values(for: "Set-Cookie") == ["a=1", "c=2"])
        }

        @Test(arguments: [1, 100_000, 3_000_000])
        func aBodyIsSentAgainWhereTheKeptConnectionHadDied(size: Int) async throws {
            let server = try LoopbackServer { request in
                request.method == "GET" ? .text("kept").then(.close) : .text("\(request.body.count)")
            }
            defer { server.stop() }
            // The server closes behind the answer, so that the next request finds a dead connection, or one that dies.
            _ = await events(of: try exchange(server.url("/prime")))
            let body = Data(repeating: 65, count: size)
            let events = await events(of: try exchange(server.url("/post"), method: .post, body: body))
            #expect(events.errors.isEmpty)
            #expect(events.body == Data("\(size)".utf8))
        }

        @Test func bytesThatAreRefusedComeAgain() async throws {
            let server = try LoopbackServer { _ in .status(200, body: [UInt8](repeating: 7, count: 500_000)) }
            defer { server.stop() }
            let events = EngineEvents()
            events.refuse(3)
            let transfer = engine.start(try exchange(server.url("/large")), informing: events)
            for count in 1...3 {
                await events.refused.reach(count)
                #expect(events.body.isEmpty)
                transfer.resume()
            }
            await events.ends.reach(1)
            #expect(events.body == Data(repeating: 7, count: 500_000))
        }

        @Test func aPausedTransferCanBeCancelled() async throws {
            let server = try LoopbackServer { _ in .status(200, body: [UInt8](repeating: 7, count: 500_000)) }
            defer { server.stop() }
            let events = EngineEvents()
            events.refuse(.max)
            let transfer = engine.start(try exchange(server.url("/large")), informing: events)
            await events.refused.reach(1)
            transfer.cancel()
            transfer.resume()
            await events.ends.reach(1)
            #expect(events.errors == [.cancelled])
            await server.waitForOpenConnections(atMost: 0)
        }

        @Test func aServerThatClaimsHTTP2KeepsItsAnswersApart() async throws {
            let hold = try Hold()
            let server = try LoopbackServer { request in
                switch request.path {
                case "/claim": .send("HTTP/2 200 OK\r\nContent-Length: 5\r\n\r\nclaim")
                case "/held": .awaitRelease(hold).then(.text("held"))
                default: .text("quick")
                }
            }
            defer {
                hold.release()
                server.stop()
            }
            let engine = CurlEngine()
            func start(_ path: String) throws -> EngineEvents {
                let events = EngineEvents()
                _ = engine.start(try exchange(server.url(path)), informing: events)
                return events
            }
            await (try start("/claim")).ends.reach(1)
            let held = try start("/held")
            await server.waitForRequests(to: "/held")
            let quick = try start("/quick")
            // On a connection of its own; over the held one it would get the other's answer.
            await server.waitForConnections(2)
            await quick.ends.reach(1)
            hold.release()
            await held.ends.reach(1)
            #expect(held.body == Data("held".utf8))
            #expect(quick.body == Data("quick".utf8))
        }

        @Test func credentialsInAURLStayWithTheirRequest() async throws {
            let server = try LoopbackServer { _ in .status(204) }
            defer { server.stop() }
            let url = server.url("/with").replacing("http://", with: "http://me:hush@")
            _ = await events(of: try exchange(url))
            _ = await events(of: try exchange(server.url("/without")))
            #expect(server.record.requests(to: "/with").first?["Authorization"]?.hasPrefix("Basic ") == true)
            #expect(server.record.requests(to: "/without").first.map { $0["Authorization"] == nil } == true)
        }

        @Test func aHandleForgetsTheRequestBefore() async throws {
            let server = try LoopbackServer { _ in .text("content") }
            defer { server.stop() }
            let before: [HTTPExchange] = [
                try exchange(server.url("/"), method: .put, headers: ["X-Before": "1"], body: Data("body".utf8)),
                try exchange(server.url("/"), method: .head), try exchange(server.url("/"), method: .delete),
            ]
            for exchange in before {
                _ = await events(of: exchange)
                let events = await events(of: try self.exchange(server.url("/after")))
                #expect(events.body == Data("content".utf8))
            }
            for request in server.record.requests(to: "/after") {
                #expect(request.method == "GET")
                #expect(request["X-Before"] == nil)
                #expect(request["Content-Length"] == nil)
            }
        }

        /// libcurl lets a handle retry five times in all, not in each transfer.
        @Test func everyKeptConnectionThatDiesIsReplaced() async throws {
            let server = try LoopbackServer { _ in .text("kept").then(.awaitBytes).then(.close) }
            defer { server.stop() }
            for number in 1...24 {
                let events = await events(of: try exchange(server.url("/\(number)")))
                #expect(events.errors.isEmpty, "\(number)")
                #expect(events.body == Data("kept".utf8))
            }
            #expect(server.record.connections == 24)
        }

        @Test func anEmptyFieldAndAnEmptyBodyAreSent() async throws {
            let server = try LoopbackServer { _ in .status(204) }
            defer { server.stop() }
            let headers: HTTPHeaders = ["X-Empty": "", "X-Blank": " "]
            _ = await events(of: try exchange(server.url("/x"), method: .post, headers: headers))
            let request = try #require(server.record.requests(to: "/x").first)
            #expect(request["X-Empty"] == "")
            #expect(request["X-Blank"] == "")
            #expect(request["Content-Length"] == "0")
            #expect(request["Expect"] == nil)
        }

        @Test func libcurlsOwnNumberIsKept() async throws {
            let server = try LoopbackServer { _ in .status(200) }
            server.stop()
            let error = try await #require(throws: HTTPTransportError.self) {
                try await HTTPTransport(.init(engine: .curl)).response(for: Ask(server.url("/")))
            }
            #expect(error.code == .cannotConnect)
            #expect(error.isUnprocessed)
            #expect((error.underlyingError as? CurlError)?.code == 7)
            #expect(error.description.hasPrefix("HTTPTransportError: cannotConnect (CurlError: 7 ("))
        }
    }
#endif
