import BenchmarkKit
import CAllocations
import LoopbackServer
import RequestScheduler
import RequestTransports

extension Row {
    /// What HTTP may take at most, whatever anything else takes: memory, and time to let go.
    static var httpLimits: [Row] {
        #if CURL_ENGINE
            return [
                Row(
                    name: "HTTP cancelled, until its socket is closed, p99",
                    operations: 100,
                    subject: cancellations,
                    limit: 5_000_000,
                    cost: 30
                ),
                Row(
                    name: "HTTP 1 GiB to a slow reader, growth",
                    operations: 1,
                    subject: slowReading,
                    limit: Double(4 << 20),
                    unit: .bytes,
                    cost: 1000
                ),
                Row(
                    name: "HTTP 100,000 requests, growth",
                    operations: 100_000,
                    subject: growth { number in
                        let fetch = Fetch(number: number, url: Clients.small)
                        return try await Clients.coordinator.response(for: fetch).body.count
                    },
                    limit: Double(1 << 20),
                    unit: .bytes,
                    cost: 1000
                ),
                Row(
                    name: "HTTP by URLSession, 10,000 requests, growth",
                    operations: 10_000,
                    subject: growth { number in
                        let fetch = Fetch(number: number, url: Clients.small)
                        return try await Clients.overURLSession.response(for: fetch).body.count
                    },
                    floor: Floor(
                        name: "delegate loop",
                        workload: growth { _ in try await Clients.delegateLoop.size(of: Clients.small) }
                    ),
                    target: 1.1,
                    unit: .bytes,
                    cost: 1000
                ),
            ]
        #else
            return []
        #endif
    }

    #if CURL_ENGINE
        /// How much larger the process is after so many requests than after the first ones.
        private static func growth(_ call: @escaping Call) -> Workload {
            { operations in
                await Crowd.run(16, operations: 3200, call)
                heap_trim()
                let before = resident_bytes()
                await Crowd.run(16, operations: operations, call)
                heap_trim()
                return Sample(bytes: Double(resident_bytes()) - Double(before))
            }
        }

        /// How much larger the process becomes while a body passes through that its reader does not keep up with.
        private static let slowReading: Workload = { _ in
            do {
                // What a connection and its pieces take once is not the body's.
                for try await _ in try await Clients.coordinator.response(for: Download(url: Clients.large)).body {}
                heap_trim()
                let before = resident_bytes()
                var most = before
                var count = 0
                for try await chunk in try await Clients.coordinator.response(for: Download(url: Clients.huge)).body {
                    let parts = count >> 23
                    count += chunk.count
                    guard count >> 23 > parts else { continue }
                    // The time in which the server could send several times as much.
                    try await Task.sleep(for: .milliseconds(20))
                    most = max(most, resident_bytes())
                }
                guard count == 1 << 30 else { fatalError("A body came in part: \(count) bytes") }
                return Sample(bytes: Double(most) - Double(before))
            } catch {
                fatalError("A call under measurement failed: \(error)")
            }
        }

        /// The longest of a hundred times but one, from the cancellation of a call until its server sees the end.
        private static let cancellations: Workload = { operations in
            do {
                let server = try LoopbackServer { _ in .awaitPeerClose }
                defer { server.stop() }
                let coordinator = RequestCoordinator(transports: [HTTPTransport()])
                var times: [Duration] = []
                for number in 1...operations {
                    let call = Task { try await coordinator.response(for: Fetch(number: number, url: server.url("/"))) }
                    await server.waitForRequests(number, to: "/")
                    let start = ContinuousClock.now
                    call.cancel()
                    await server.waitForPeerCloses(number)
                    guard let end = server.record.events.last(where: { $0.event.isPeerClose })?.time else { continue }
                    times.append(start.duration(to: end))
                }
                times.sort()
                return Sample(nanoseconds: times[(times.count - 1) * 99 / 100].nanoseconds)
            } catch {
                fatalError("The server for cancelled calls did not start: \(error)")
            }
        }

        private struct Download: HTTPRequest {
            typealias Response = HTTPStreamedResponse
            let url: String
        }
    #endif
}

#if CURL_ENGINE
    extension ServerEvent {
        fileprivate var isPeerClose: Bool {
            if case .peerClosed = self { true } else { false }
        }
    }

    extension Duration {
        fileprivate var nanoseconds: Double {
            Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
        }
    }

    extension Sample {
        fileprivate init(bytes: Double) { self.init(value: bytes, cpu: 0, allocations: 0, bytes: 0) }
        fileprivate init(nanoseconds: Double) { self.init(value: nanoseconds, cpu: 0, allocations: 0, bytes: 0) }
    }
#endif
