import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

/// The samples in the doc comments about transports and stores, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct AdapterCommentTests {
    /// Keeps users; what the mocks of a sample share.
    private final class Users: Sendable {
        private let count = Counter()

        func add(_ name: String) throws -> User { User(id: count.increment(), name: name) }
    }

    /// Where the server of the test is that runs in this task.
    @TaskLocal private static var server = ""

    @Test func theFirstCall() async throws {
        struct GetUser: HTTPRequest, Hashable {
            typealias Response = User
            let id: Int
            var url: String { "\(AdapterCommentTests.server)/user/\(id)" }
        }
        let server = try LoopbackServer { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
        defer { server.stop() }
        try await Self.$server.withValue(server.url("")) {
            let coordinator = RequestCoordinator(transports: [HTTPTransport()], stores: [MemoryStore()])
            let user = try await coordinator.response(for: GetUser(id: 7), duplicates: .join)
            #expect(user.name == "Ada")
        }
    }

    @Test func anHTTPRequest() {
        // Comments stand where the doc comment has them.
        // swift-format-ignore
        struct GetUser: HTTPRequest, Hashable {
            typealias Response = User                   // Decodable: read as JSON
            let id: Int
            var url: String { "https://api.example.com/user/\(id)" }
        }
        let transport = HTTPTransport(.init(baseURL: URL(string: "https://api.example.com/v1/")))
        #expect(transport.supports(GetUser(id: 7)))
    }

    @Test func headers() {
        var headers: HTTPHeaders = ["Accept": "text/html"]
        headers.add("en", for: "Accept-Language")
        let accepted = headers["accept"]  // "text/html"
        #expect(accepted == "text/html")
    }

    @Test func aMockOfOneRequest() async throws {
        struct GetOrders: Request { typealias Response = [Int] }
        let users = RequestMockTransport { (request: GetUser) in User(id: request.id, name: "Ann") }
        let orders = RequestMockTransport(delay: .seconds(1)) { (request: GetOrders) in throw Offline() }
        let coordinator = RequestCoordinator(transports: [users, orders])
        #expect(try await coordinator.response(for: GetUser(id: 7)).name == "Ann")
    }

    @Test func aMockableRequest() async throws {
        struct GetUser: MockableRequest, HTTPRequest {
            typealias Response = User
            let id: Int
            var url: String { "https://api.example.com/user/\(id)" }
            func mockResponse(helper: Void) throws -> User { User(id: id, name: "Ann") }
        }

        let coordinator = RequestCoordinator(transports: [MockTransport(), HTTPTransport()])
        #expect(try await coordinator.response(for: GetUser(id: 7)).name == "Ann")
    }

    @Test func mocksThatShareAHelper() async throws {
        struct AddUser: MockableRequest {
            typealias Response = User
            let name: String
            var mockHelperID: RequestKey { "users" }
            func makeMockHelper() -> Users { Users() }
            func mockResponse(helper users: Users) throws -> User { try users.add(name) }
        }
        let coordinator = RequestCoordinator(transports: [MockTransport()])
        #expect(try await coordinator.response(for: AddUser(name: "Ann")).id == 1)
        #expect(try await coordinator.response(for: AddUser(name: "Ada")).id == 2)
    }

    @Test func mocksFromOutside() async throws {
        let mocks = MappedMockTransport()
        mocks.register(GetUser.self) { request in User(id: request.id, name: "Ann") }
        let coordinator = RequestCoordinator(transports: [mocks, HTTPTransport()])

        let offline = mocks.register(GetUser.self, .error(Offline()))  // from now on
        mocks.remove(offline)  // Ann again
        #expect(try await coordinator.response(for: GetUser(id: 7)).name == "Ann")
    }

    @Test func aSequenceOfAnswers() async throws {
        let clock = TestClock()
        let transport = MappedMockTransport(clock: clock)
        let ann = User(id: 7, name: "Ann")
        transport.register(GetUser.self, .sequence([.error(Offline()), .value(ann).delayed(by: .seconds(1))]))
        let coordinator = RequestCoordinator(transports: [transport])
        await #expect(throws: Offline.self) { try await coordinator.response(for: GetUser(id: 7)) }
        async let second = coordinator.response(for: GetUser(id: 7))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(try await second == ann)
    }

    @Test func aScript() async throws {
        let transport = ScriptedTransport()
        let coordinator = RequestCoordinator(transports: [transport])
        async let user = coordinator.response(for: GetUser(id: 7))

        let flight = try await transport.next(GetUser.self)  // the flight has started
        #expect(flight.request.id == 7)
        flight.answer(User(id: 7, name: "Ann"))  // now it ends
        #expect(try await user.name == "Ann")
    }

    @Test func aRecord() async throws {
        let users = usersTransport(behind: openGate())
        let transport = RecordingTransport(wrapping: users)
        let coordinator = RequestCoordinator(transports: [transport])
        for id in [7, 8] { coordinator.response(for: GetUser(id: id)) { outcome in show(outcome) } }
        try await transport.waitForEnds(2, of: GetUser.self)
        #expect(Set(transport.requests(of: GetUser.self).map(\.id)) == [7, 8])
    }

    @Test func storesOnDisk() async throws {
        let caches = FileManager.default.temporaryDirectory.appending(path: "Samples-\(UUID().uuidString)")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: caches) } }
        do {
            let store = try await FileStore(folder: caches.appending(path: "responses"))
            try await keep(in: store)
        }
        do {
            let store = try await SQLiteStore(file: caches.appending(path: "responses.sqlite"))
            try await keep(in: store)
            await store.close()
        }
    }

    private func keep(in store: any Store) async throws {
        let coordinator = RequestCoordinator(transports: [usersTransport(behind: openGate())], stores: [store])
        _ = try await coordinator.response(for: GetUser(id: 7))
        #expect(try await coordinator.storedResponse(for: GetUser(id: 7)).value.name == "Ada")
    }
}
