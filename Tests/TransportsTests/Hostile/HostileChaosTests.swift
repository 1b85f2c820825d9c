#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    /// In processes of their own, so that what is counted there is their own.
    @Suite(.serialized, .timeLimit(.minutes(15)))
    struct HostileChaosTests {
        /// How long the callers call; more by `CHAOS_SECONDS`.
        private static var duration: Duration {
            let seconds = ProcessInfo.processInfo.environment["CHAOS_SECONDS"].flatMap(Double.init)
            return .seconds(seconds ?? 5)
        }

        /// What of a process can leak without being memory; nothing where it cannot be counted.
        private struct Holdings: CustomStringConvertible {
            let descriptors: Int
            let threads: Int

            static var now: Holdings {
                func count(_ folder: String) -> Int {
                    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
                }
                return Holdings(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"))
            }

            /// Whether it is no more than another, but for what comes and goes.
            func isWithin(_ other: Holdings) -> Bool {
                descriptors <= other.descriptors + 8 && threads <= other.threads + 16
            }

            var description: String { "\(descriptors) descriptors, \(threads) threads" }
        }

        @Test(arguments: HostileRow.kinds)
        func everyCallEndsOnceAndNothingIsLeft(kind: HostileRow.Kind) async {
            let end = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                [name = "\(kind)" as String] in
                let kind = try #require(HostileRow.kinds.first { "\($0)" == name })
                try await Self.expectNothingIsLeft(on: kind)
            }
            if let end { print(String(decoding: end.standardOutputContent, as: UTF8.self).suffix(200)) }
        }

        private static func expectNothingIsLeft(on kind: HostileRow.Kind) async throws {
            // The first round has everything made that a process makes once.
            _ = try await HostileChaos(kind: kind, seed: 1).run(for: .milliseconds(500))
            let before = Holdings.now
            let tally = try await HostileChaos(kind: kind, seed: 2).run(for: duration)
            #expect(tally.faults.isEmpty, "\(tally.faults.count): \(Set(tally.faults).sorted().prefix(20))")
            #expect(tally.losses <= tally.answers / 100)
            #expect(tally.stalls <= 5 + tally.answers / 200)
            #expect(tally.ends == tally.calls)
            #expect(tally.told == tally.toBeTold)
            #expect(tally.behaviours.count >= 17)
            #expect(tally.answers > tally.calls / 4)
            #expect((30...50).contains(tally.cancellations * 100 / tally.calls))
            // What is closed by others, on threads of theirs, may take a moment.
            let deadline = ContinuousClock.now + .seconds(20)
            while !Holdings.now.isWithin(before), ContinuousClock.now < deadline { await Task.yield() }
            #expect(Holdings.now.isWithin(before), "\(before) before, \(Holdings.now) after")
            let counts =
                "\(tally.calls) calls, \(tally.cancellations) left, \(tally.answers) answered, \(tally.losses) lost, \(tally.stalls) stalled"
            print("\(kind): \(counts), \(tally.behaviours.count) behaviours; \(before) before, \(Holdings.now) after")
        }
    }
#endif
