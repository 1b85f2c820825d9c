import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports

/// Shows what the scheduler does over real HTTP and a real SQLite file, and checks it.
///
///     Quickstart [URL] [--break FACT]
///
/// Without a URL it starts a server of its own. The exit status is 0 only if every fact held.
@main
struct Quickstart {
    static func main() async {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            let failures = try await run(arguments)
            print(failures == 0 ? "\nAll \(Fact.allCases.count) facts held." : "\n\(failures) did not hold.")
            exit(failures == 0 ? 0 : 1)
        } catch {
            print("Quickstart: \(error)")
            exit(2)
        }
    }

    private static func run(_ arguments: Arguments) async throws -> Int {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Quickstart-\(UUID().uuidString)")
        defer { removeFolder(folder) }
        let store = try await SQLiteStore(file: folder.appending(path: "responses.sqlite"))
        defer { print("  SQLite: \(folder.lastPathComponent)/responses.sqlite, removed") }
        let failures: Int
        if let url = arguments.url {
            print("Against \(url)\n")
            failures = await showPages(at: url, store, breaking: arguments.broken)
        } else {
            failures = try await showUsers(store, breaking: arguments.broken)
        }
        await store.close()
        return failures
    }

    /// Against a server of our own, which counts for itself.
    private static func showUsers(_ store: SQLiteStore, breaking broken: Fact?) async throws -> Int {
        let names = ["Ada", "Grace", "Barbara", "Frances"]
        let server = try LoopbackServer { request in
            guard let id = request.path.split(separator: "/").last.flatMap({ Int($0) }), (1...4).contains(id) else {
                return .status(404)
            }
            return .json(#"{"id": \#(id), "name": "\#(names[id - 1])"}"#)
        }
        defer { server.stop() }
        print("Against a server of its own at \(server.url("/"))\n")
        let http = HTTPTransport(.init(baseURL: URL(string: server.url("/"))))
        let transport = GatedTransport(wrapping: http)
        let demonstration = Demonstration(
            coordinator: RequestCoordinator(transports: [transport], stores: [store]),
            transport: transport,
            request: { GetUser(id: $0) },
            count: { server.requestCount(for: "/user/\($0)") },
            takeServerAway: { server.stop() },
            broken: broken
        )
        return await show(demonstration)
    }

    /// Against somebody else's server: what was sent is counted on this side, and the network is said to be gone.
    private static func showPages(at url: String, _ store: SQLiteStore, breaking broken: Fact?) async -> Int {
        let transport = GatedTransport(wrapping: HTTPTransport())
        let demonstration = Demonstration(
            coordinator: RequestCoordinator(transports: [transport], stores: [store]),
            transport: transport,
            request: { GetPage(url: url, number: $0) },
            count: { transport.sent(ofNumber: $0) },
            takeServerAway: { transport.goOffline() },
            broken: broken
        )
        return await show(demonstration)
    }

    private static func show<R>(_ demonstration: Demonstration<R>) async -> Int {
        var report = Report()
        let clock = ContinuousClock()
        for fact in Fact.allCases {
            let start = clock.now
            let result: Result<Observation, any Error>
            do { result = .success(try await demonstration.show(fact)) } catch { result = .failure(error) }
            report.add(fact, result, in: start.duration(to: clock.now))
        }
        await demonstration.coordinator.shutDown()
        return report.failures
    }

    private static func removeFolder(_ folder: URL) {
        do { try FileManager.default.removeItem(at: folder) } catch {
            print("  could not remove \(folder.path()): \(error)")
        }
    }
}

/// What the command line asks for.
struct Arguments {
    struct Usage: Error, CustomStringConvertible {
        var description: String {
            "usage: Quickstart [http://…] [--break \(Fact.allCases.map(\.rawValue).joined(separator: "|"))]"
        }
    }

    private(set) var url: String?
    private(set) var broken: Fact?

    init(_ arguments: some Sequence<String>) throws {
        var iterator = arguments.makeIterator()
        while let argument = iterator.next() {
            if argument == "--break" {
                guard let fact = iterator.next().flatMap({ Fact(rawValue: $0) }) else { throw Usage() }
                broken = fact
            } else {
                guard argument.hasPrefix("http://") || argument.hasPrefix("https://"), url == nil else { throw Usage() }
                url = argument
            }
        }
    }
}
