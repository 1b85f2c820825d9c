#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    /// What no client of `URLSession` can prevent on some toolchains, in processes of their own.
    @Suite(.timeLimit(.minutes(3)))
    struct HostileDeathTests {
        private static let deadly =
            HostileRow.kinds.contains(.urlSession) ? HostileRow.all.filter { $0.kills(.urlSession) } : []

        /// How a process ends that gives itself up.
        private static var trap: ExitTest.Condition {
            #if arch(x86_64) || arch(i386)
                .signal(SIGILL)
            #else
                .signal(SIGTRAP)
            #endif
        }

        /// Where the end of a connection is deadly, up to 6.3 of the toolchain.
        private static let places = [
            "cut after the status line", "cut in a header", "cut after a header", "cut in the blank line", "a trailer",
        ]

        @Test func whatIsDeadlyIsKnown() {
            #if canImport(FoundationNetworking) && swift(>=6.4)
                #expect(Self.deadly.map(\.name) == ["the largest length there is"])
            #elseif canImport(FoundationNetworking)
                #expect(Set(Self.deadly.map(\.name)) == Set(Self.places + ["the largest length there is"]))
            #else
                #expect(Self.deadly.isEmpty)
            #endif
            #if CURL_ENGINE
                #expect(!HostileRow.all.contains { $0.kills(.curl) })
            #endif
        }

        #if canImport(FoundationNetworking)
            @Test(
                .bug("https://github.com/swiftlang/swift-corelibs-foundation/issues/5285"),
                arguments: deadly
            )
            func aServerCanEndTheProcess(row: HostileRow) async throws {
                let end = await #expect(processExitsWith: Self.trap, observing: [\.standardErrorContent]) {
                    [name = row.name as String] in
                    try await Self.askServer(of: name)
                }
                let message = String(decoding: try #require(end).standardErrorContent, as: UTF8.self)
                #expect(message.contains("there's no response") == Self.places.contains(row.name))
            }

            private static func askServer(of name: String) async throws {
                let row = try #require(HostileRow.all.first { $0.name == name })
                _ = try await HostileExchange.outcome(of: row, on: .urlSession)
            }
        #endif
    }
#endif
