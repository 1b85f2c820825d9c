import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where something is, as the server says.
struct GetPlace: WebRequest, Hashable {
    struct Response: Codable, Hashable, Sendable {
        let name: String
    }

    let id: Int

    var path: String { "/place/\(id)" }
    /// Kept as it came: the transport decodes it again.
    var storage: StoragePlan<Response>? { .raw(namespace: "place", identifier: "\(id)") }
}

/// Shows two transports of one's own at one coordinator: one over a client of one's choice, one without a network.
///
/// The exit status is 0 only if everything held.
@main
struct OwnTransport {
    static func main() async {
        do {
            let held = try await run()
            print(held ? "\nAll of it held." : "\nNot all of it held.")
            exit(held ? 0 : 1)
        } catch {
            print("OwnTransport: \(error)")
            exit(2)
        }
    }

    private static func run() async throws -> Bool {
        let server = try LoopbackServer { request in
            request.path == "/place/1" ? .json(#"{"name": "Here"}"#) : .status(404)
        }
        defer { server.stop() }
        let base = server.url("")
        let client = ClientTransport<URLRequest>(
            make: { request in
                guard let url = URL(string: base + request.path) else { throw URLError(.badURL) }
                return URLRequest(url: url)
            },
            send: { request in
                let (body, response) = try await URLSession.shared.data(for: request)
                return ((response as? HTTPURLResponse)?.statusCode ?? 0, body)
            }
        )
        let coordinator = RequestCoordinator(transports: [client, TallyTransport()], stores: [MemoryStore()])
        var report = Report()

        let place = try await coordinator.response(for: GetPlace(id: 1))
        report.add("over a client of one's own", "\(place)", place.name == "Here")

        let stored = try await coordinator.response(for: GetPlace(id: 1), policy: .storeOnly)
        let count = server.requestCount(for: "/place/1")
        report.add("decoded again from the store", "\(stored), sent \(count) time", stored == place && count == 1)

        do {
            let nowhere = try await coordinator.response(for: GetPlace(id: 2))
            report.add("refused by the server", "\(nowhere)", false)
        } catch let error as ClientTransport<URLRequest>.Refused {
            report.add("refused by the server", "\(error)", error.status == 404)
        }

        var sums: [Int] = []
        for number in [1, 2, 3] { sums.append(try await coordinator.response(for: Add(number: number))) }
        report.add("without a network", "sums \(sums)", sums == [1, 3, 6])

        await coordinator.shutDown()
        return report.hasHeld
    }
}

/// Prints what was seen and remembers whether it was right.
private struct Report {
    private(set) var hasHeld = true

    mutating func add(_ title: String, _ words: String, _ isRight: Bool) {
        print("  \(isRight ? "✓" : "✗") \(title): \(words)")
        hasHeld = hasHeld && isRight
    }
}
