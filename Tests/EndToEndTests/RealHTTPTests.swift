import Foundation
import LoopbackServer
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

/// The whole of it: a real server, a real SQLite file, the default transports and stores.
@Suite(.timeLimit(.minutes(3)))
struct RealHTTPTests {
    struct User: Codable, Hashable, Sendable {
        var id: Int
        var name: String
    }

    struct GetUser: HTTPRequest, Hashable {
        typealias Response = User
        var id: Int
        var isRaw = false
        var url: String { "/user/\(id)" }
        var storage: StoragePlan<User>? {
            isRaw ? .raw(namespace: "user", identifier: "\(id)") : .value(namespace: "user", identifier: "\(id)")
        }
    }

    struct AddUser: HTTPRequest, Hashable {
        typealias Response = User
        var name: String
        var method: HTTPMethod { .post }
        var url: String { "/user" }
        var body: HTTPBody? { .json(["name": name]) }
    }

    private func coordinator(
        for server: LoopbackServer,
        stores: [any Store] = []
    ) throws -> RequestCoordinator {
        let base = try #require(URL(string: server.url("/")))
        return RequestCoordinator(transports: [HTTPTransport(.init(baseURL: base))], stores: stores)
    }

    private func withDatabase(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "EndToEnd-\(UUID().uuidString)")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await body(folder.appending(path: "responses.sqlite"))
    }

    @Test func aTypedValueComesFromTheServer() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
        defer { server.stop() }
        let user = try await coordinator(for: server).response(for: GetUser(id: 7))
        #expect(user == User(id: 7, name: "Ada"))
        #expect(server.requestCount(for: "/user/7") == 1)
    }

    @Test func equalCallsShareOneRequestOnTheWire() async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.json(#"{"id": 7, "name": "Ada"}"#)) }
        defer { server.stop() }
        let coordinator = try coordinator(for: server)
        let calls = (0..<20).map { _ in
            Task { try await coordinator.response(for: GetUser(id: 7), duplicates: .join) }
        }
        await coordinator.waitForCallers(20)
        hold.release()
        for call in calls { #expect(try await call.value.name == "Ada") }
        #expect(server.requestCount(for: "/user/7") == 1)
    }

    @Test func cancellingEndsTheTransfer() async throws {
        let server = try LoopbackServer { _ in .awaitPeerClose }
        defer { server.stop() }
        let coordinator = try coordinator(for: server)
        let call = Task { try await coordinator.response(for: GetUser(id: 7)) }
        await server.waitForRequests(1, to: "/user/7")
        #expect(await coordinator.cancel(type: GetUser.self) == 1)
        await server.waitForPeerCloses(1)
        await #expect { try await call.value } throws: { RequestError.Reason.cancelled ~= $0 }
    }

    @Test func aPostCannotBeJoined() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": 8, "name": "Grace"}"#, status: 201) }
        defer { server.stop() }
        let coordinator = try coordinator(for: server)
        await #expect {
            try await coordinator.response(for: AddUser(name: "Grace"), duplicates: .join)
        } throws: { RequestError.Reason.unsafeToJoin ~= $0 }
        #expect(try await coordinator.response(for: AddUser(name: "Grace")).id == 8)
        #expect(server.requestCount(for: "/user") == 1)
    }

    @Test func anErrorOfTheServerKeepsWhatItSaidAndFallsBackOnTheStore() async throws {
        let isBroken = Gate()
        let server = try LoopbackServer { _ in
            isBroken.isOpen
                ? .status(503, headers: ["retry-after": "7"], body: Array("busy".utf8))
                : .json(#"{"id": 7, "name": "Ada"}"#)
        }
        defer { server.stop() }
        let coordinator = try coordinator(for: server, stores: [MemoryStore()])
        _ = try await coordinator.response(for: GetUser(id: 7))
        isBroken.open()
        let error = try await #require(throws: HTTPError.self) { try await coordinator.response(for: GetUser(id: 7)) }
        #expect(error.status == 503)
        #expect(error.headers["Retry-After"] == "7")
        #expect(error.body == Data("busy".utf8))
        #expect(try await coordinator.response(for: GetUser(id: 7), policy: .networkElseStore).name == "Ada")
    }

    @Test(arguments: [false, true])
    func whatIsInAFileOutlivesTheCoordinatorAndTheServer(isRaw: Bool) async throws {
        try await withDatabase { file in
            let request = GetUser(id: 7, isRaw: isRaw)
            let server = try LoopbackServer { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
            let before = Date()
            do {
                let store = try await SQLiteStore(file: file)
                let coordinator = try coordinator(for: server, stores: [store])
                _ = try await coordinator.response(for: request)
                await coordinator.shutDown()
                await store.close()
            }
            server.stop()

            let store = try await SQLiteStore(file: file)
            let coordinator = try coordinator(for: server, stores: [store])
            let stored = try await coordinator.storedResponse(for: request)
            #expect(stored.value == User(id: 7, name: "Ada"))
            #expect(stored.savedAt >= before)
            var elements: [ResponseElement<User>] = []
            await #expect(throws: HTTPTransportError.self) {
                for try await element in coordinator.responses(for: request) { elements.append(element) }
            }
            #expect(elements == [.stored(stored)])
            try await coordinator.removeStored(for: request)
            await #expect { try await coordinator.storedResponse(for: request) } throws: {
                RequestError.Reason.notStored ~= $0
            }
            await store.close()
        }
    }

    @Test func anOldSlowAnswerDoesNotOverwriteANewOne() async throws {
        let hold = try Hold()
        let first = Counter()
        let server = try LoopbackServer { _ in
            first.increment() == 1
                ? .hold(hold).then(.json(#"{"id": 7, "name": "old"}"#)) : .json(#"{"id": 7, "name": "new"}"#)
        }
        defer { server.stop() }
        let store = try await SQLiteStore.inMemory()
        let coordinator = try coordinator(for: server, stores: [store])
        let old = Task { try await coordinator.response(for: GetUser(id: 7)) }
        await server.waitForRequests(1, to: "/user/7")
        #expect(try await coordinator.response(for: GetUser(id: 7)).name == "new")
        hold.release()
        #expect(try await old.value.name == "old")
        #expect(try await coordinator.storedResponse(for: GetUser(id: 7)).value.name == "new")
    }

    @Test func whatWasRemovedDoesNotComeBackFromAFlightThatBeganBefore() async throws {
        let hold = try Hold()
        let server = try LoopbackServer { _ in .hold(hold).then(.json(#"{"id": 7, "name": "Ada"}"#)) }
        defer { server.stop() }
        let coordinator = try coordinator(for: server, stores: [MemoryStore()])
        let call = Task { try await coordinator.response(for: GetUser(id: 7)) }
        await server.waitForRequests(1, to: "/user/7")
        try await coordinator.removeAllStored()
        hold.release()
        #expect(try await call.value.name == "Ada")
        await #expect { try await coordinator.storedResponse(for: GetUser(id: 7)) } throws: {
            RequestError.Reason.notStored ~= $0
        }
    }

    @Test(arguments: [false, true], [(59.999, true), (60, false), (60.001, false)])
    func anEntryIsFreshWhileItsAgeIsLessInEveryStore(onDisk: Bool, _ age: (seconds: Double, isFresh: Bool)) async throws
    {
        struct Number: Request, Hashable {
            typealias Response = Int
            var storage: StoragePlan<Int>? { .value(namespace: "number", identifier: "1") }
        }
        let saved = Date(timeIntervalSince1970: 1_700_000_000.123456)
        let store: any Store = onDisk ? try await SQLiteStore.inMemory() : MemoryStore()
        _ = try await store.write(
            onDisk ? .value(Data("1".utf8)) : .live(1),
            for: StoreKey(namespace: "number", identifier: "1"),
            savedAt: saved,
            under: WritePermit()
        )
        var configuration = RequestCoordinator.Configuration()
        configuration.now = { saved + age.seconds }
        let coordinator = RequestCoordinator(transports: [], stores: [store], configuration: configuration)
        #expect(try await coordinator.storedResponse(for: Number()).savedAt == saved)
        let limited = Task { try await coordinator.storedResponse(for: Number(), maximumAge: .seconds(60)).value }
        if age.isFresh {
            #expect(try await limited.value == 1)
        } else {
            #expect(await limited.reason == .notStored)
        }
    }

    @Test func aURLThatCannotBeBuiltIsATypedError() async throws {
        struct Broken: HTTPRequest, Hashable {
            typealias Response = Data
            var url: String { "http://[::1" }
        }
        let coordinator = RequestCoordinator(transports: [HTTPTransport()])
        await #expect { try await coordinator.response(for: Broken()) } throws: {
            HTTPTransportError.Code.invalidURL ~= $0
        }
    }
}
