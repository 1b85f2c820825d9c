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

        @Test func whatIsDeadlyIsKnown() {
            #if canImport(FoundationNetworking) && !swift(>=6.4)
                let places = [
                    "in the status line", "after the status line", "in a header", "before the blank line",
                    "in the blank line",
                ]
                #expect(Set(Self.deadly.map(\.name)) == Set(places.map { "cut \($0)" } + ["a trailer"]))
            #else
                #expect(Self.deadly.isEmpty)
            #endif
            #if CURL_ENGINE
                #expect(!HostileRow.all.contains { $0.kills(.curl) })
            #endif
        }

        #if canImport(FoundationNetworking) && !swift(>=6.4)
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
                #expect(message.contains("there's no response"))
            }

            private static func askServer(of name: String) async throws {
                let row = try #require(HostileRow.all.first { $0.name == name })
                _ = try await HostileExchange.outcome(of: row, on: .urlSession)
            }
        #endif
    }
#endif
