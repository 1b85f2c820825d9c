#if CURL_ENGINE
    import Foundation
    import LoopbackServer
    import RequestTransports
    import TestSupport
    import Testing

    /// What one transfer, or one caller, must not do to the others: they share a thread.
    @Suite(.timeLimit(.minutes(3)))
    struct CurlLoopTests {
        private let engine = CurlEngine()

        private func start(_ url: String, informing events: EngineEvents) throws -> any HTTPTransfer {
            engine.start(HTTPExchange(method: .get, url: try #require(URL(string: url))), informing: events)
        }

        private func end(of url: String) async throws -> EngineEvents {
            let events = EngineEvents()
            _ = try start(url, informing: events)
            await events.ends.reach(1)
            return events
        }

        /// Needs a name that is looked up for seconds, which no test can make: `SLOW_NAME=… swift test --filter CurlLoopTests`.
        @Test(.enabled(if: slowName != nil, "SLOW_NAME names no host whose look-up takes long"))
        func aNameThatIsStillLookedUpKeepsNobodyWaiting() async throws {
            let server = try LoopbackServer { _ in .text("here") }
            defer { server.stop() }
            let slow = EngineEvents()
            let transfer = try start("http://\(Self.slowName ?? "")/", informing: slow)
            // Orders are taken one after the other: now the look-up has begun.
            _ = try await end(of: server.url("/before"))
            transfer.cancel()
            let start = ContinuousClock.now
            #expect(try await end(of: server.url("/after")).body == Data("here".utf8))
            #expect(start.duration(to: .now) < .seconds(1))
            #expect(slow.errors == [.cancelled])
        }

        private static let slowName = ProcessInfo.processInfo.environment["SLOW_NAME"]

        @Test func ordersWithoutEndDoNotKeepAnswersAway() async throws {
            let hold = try Hold()
            let server = try LoopbackServer { $0.path == "/held" ? .hold(hold).then(.text("late")) : .text("here") }
            defer { server.stop() }
            let busy = EngineEvents()
            let transfer = try start(server.url("/held"), informing: busy)
            let answered = Gate()
            defer { answered.open() }
            // Threads of their own, so that the loop always finds another order and no worker of the tests' is kept.
            for _ in 0..<4 {
                Thread { while !answered.isOpen { transfer.resume() } }.start()
            }
            #expect(try await end(of: server.url("/other")).body == Data("here".utf8))
            answered.open()
            hold.release()
            await busy.ends.reach(1)
        }

        @Test func aBrokenPipeIsNoSignalToTheProcess() async throws {
            let server = try LoopbackServer { _ in .text("here") }
            defer { server.stop() }
            _ = try await end(of: server.url("/"))
            let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            let masks = tasks.compactMap { task -> UInt64? in
                guard let status = try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8),
                    status.hasPrefix("Name:\tCurlEngine\n"),
                    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigBlk:\t") })
                else { return nil }
                return UInt64(line.dropFirst("SigBlk:\t".count), radix: 16)
            }
            #expect(!masks.isEmpty)
            #expect(masks.allSatisfy { $0 & (1 << UInt64(SIGPIPE - 1)) != 0 })
        }

        @Test func childrenGetNoConnections() async throws {
            let server = try LoopbackServer { _ in .text("here") }
            defer { server.stop() }
            _ = try await end(of: server.url("/"))
            var inherited = 0
            for descriptor in Int32(0)..<1024 {
                var address = sockaddr_in()
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let isFound = withUnsafeMutablePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
                }
                guard isFound, address.sin_family == sa_family_t(AF_INET),
                    UInt16(bigEndian: address.sin_port) == server.port
                else { continue }
                if fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 { inherited += 1 }
            }
            #expect(inherited == 0)
        }
    }
#endif
