import Foundation
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

struct Say: Request, Hashable {
    typealias Response = String
    let text: String
}

struct EchoTransport: Transport {
    struct Payload: RawPayload {
        let text: String
        var rawBytes: Data { Data(text.utf8) }
    }

    struct NotAnEcho: Error {}

    func supports<R: Request>(_ request: R) -> Bool { request is Say }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let say = request as? Say else { return channel.finish(.failure(NotAnEcho())) }
        channel.finish(.success(Payload(text: say.text)))
    }

    func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        let text: String? =
            switch origin {
            case .fresh: (payload as? Payload)?.text
            case .restored: (payload as? Data).map { String(decoding: $0, as: UTF8.self) }
            }
        guard let response = text as? R.Response else { throw NotAnEcho() }
        return response
    }
}

struct CountingTransport: TransportDecorator {
    let base: any Transport
    let count: @Sendable () -> Void

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        count()
        base.start(request, answering: channel)
    }
}

struct SecondTryTransport: TransportDecorator {
    let base: any Transport

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let relay = ResultRelay { result in
            switch result {
            case .progress(let progress): channel.progress(progress)
            case .finished(.success(let payload)): channel.finish(.success(payload))
            case .finished(.failure): base.start(request, answering: channel)
            }
        }
        channel.onCancel { relay.cancel() }
        base.start(request, answering: relay.makeChannel())
    }
}

actor DictionaryStore: Store {
    nonisolated let dataClasses: Set<DataClass>? = nil
    nonisolated let kind = StoreKind(rawValue: "dictionary")
    private nonisolated let fence = StoreFence()
    private var entries: [StoreKey: StoredEntry] = [:]

    func entry(for key: StoreKey) -> StoredEntry? { entries[key] }

    func write(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        under permit: WritePermit
    ) -> WriteOutcome {
        fence.write(key, under: permit, over: entries[key]?.version) {
            entries[key] = StoredEntry(content: content, savedAt: savedAt, version: permit.point)
        }
    }

    func remove(_ key: StoreKey, at point: FencePoint) {
        fence.remove(.entry(key), at: point) { drop(at: point) { $0 == key } }
    }

    func remove(_ key: StoreKey, ifStill version: FencePoint) {
        if entries[key]?.version == version { entries[key] = nil }
    }

    func removeAll(of dataClass: DataClass, at point: FencePoint) {
        fence.remove(.dataClass(dataClass), at: point) { drop(at: point) { $0.dataClass == dataClass } }
    }

    func removeAll(at point: FencePoint) {
        fence.remove(.everything, at: point) { drop(at: point) { _ in true } }
    }

    private func drop(at point: FencePoint, where isMeant: (StoreKey) -> Bool) {
        entries = entries.filter { !isMeant($0.key) || $0.value.version.isNewer(than: point) }
    }
}

/// The samples about ports, as they stand in the articles.
@Suite(.timeLimit(.minutes(3)))
struct PortSampleTests {
    @Test func theEchoTransportBehindTheCountingOne() async throws {
        let counter = Counter()
        let transport = CountingTransport(base: EchoTransport()) { counter.increment() }
        let coordinator = RequestCoordinator(transports: [transport])
        #expect(try await coordinator.response(for: Say(text: "hello")) == "hello")
        #expect(counter.value == 1)
    }

    @Test func theSecondTry() async throws {
        let scripted = ScriptedTransport()
        let coordinator = RequestCoordinator(transports: [SecondTryTransport(base: scripted)])
        async let user = coordinator.response(for: GetUser(id: 7))
        try await scripted.next(GetUser.self).drop()
        try await scripted.next(GetUser.self).answer(User(id: 7, name: "Ada"))
        #expect(try await user.name == "Ada")
        // Cancelled in its first attempt, and in its second.
        for attempt in 1...2 {
            let call = Task { try await coordinator.response(for: GetUser(id: attempt)) }
            if attempt == 2 { try await scripted.next(GetUser.self).drop() }
            let flight = try await scripted.next(GetUser.self)
            call.cancel()
            try await flight.cancelled()
            _ = await call.result
        }
    }

    @Test func theDictionaryStore() async throws {
        let coordinator = RequestCoordinator(
            transports: [usersTransport(behind: openGate())],
            stores: [DictionaryStore()]
        )
        _ = try await coordinator.response(for: GetUser(id: 7))
        #expect(try await coordinator.storedResponse(for: GetUser(id: 7)).value.name == "Ada")
        try await coordinator.removeStored(for: GetUser(id: 7))
        await #expect { try await coordinator.storedResponse(for: GetUser(id: 7)) } throws: {
            RequestError.Reason.notStored ~= $0
        }
    }

    @Test func theScriptedTransport() async throws {
        let transport = ScriptedTransport()
        let coordinator = RequestCoordinator(transports: [transport])
        async let user = coordinator.response(for: GetUser(id: 7))
        let flight = try await transport.next(GetUser.self)
        #expect(flight.request.id == 7)
        flight.answer(User(id: 7, name: "Ada"))
        #expect(try await user.name == "Ada")
    }

    @Test func anHTTPRequest() async throws {
        struct AddUser: HTTPRequest {
            typealias Response = User
            let name: String
            var method: HTTPMethod { .post }
            var url: String { "users" }
            var body: HTTPBody? { .json(["name": name]) }
        }

        let base = URL(string: "https://api.example.com/v1/")
        let transport = HTTPTransport(.init(baseURL: base))
        let coordinator = RequestCoordinator(transports: [transport])
        #expect(transport.supports(AddUser(name: "Ada")))
        #expect(await coordinator.snapshot().isEmpty)
    }

    @Test func storesOfTwoKinds() async throws {
        let transport = usersTransport(behind: openGate())
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/responses.sqlite")
        let database = try await SQLiteStore(file: file)
        let memory = MemoryStore(dataClasses: [DataClass(rawValue: "session")])
        let coordinator = RequestCoordinator(transports: [transport], stores: [memory, database])
        _ = try await coordinator.response(for: GetUser(id: 7))
        #expect(try await coordinator.storedResponse(for: GetUser(id: 7)).value.name == "Ada")
        await database.close()
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
}
