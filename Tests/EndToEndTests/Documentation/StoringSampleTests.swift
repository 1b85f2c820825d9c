import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

/// The samples about what is stored, as they stand in the comments.
@Suite(.timeLimit(.minutes(3)))
struct StoringSampleTests {
    @Test func aFormThatKeepsTheResponseItself() async throws {
        struct GetAllUsers: Request, Hashable {
            typealias Response = [User]
            var storage: StoragePlan<[User]>? { .live(namespace: "users", identifier: "all", in: .memory) }
        }

        let mock = RequestMockTransport { (_: GetAllUsers) in [User(id: 7, name: "Ada")] }
        let coordinator = RequestCoordinator(transports: [mock], stores: [MemoryStore()])
        _ = try await coordinator.response(for: GetAllUsers())
        #expect(try await coordinator.storedResponse(for: GetAllUsers()).value.map(\.name) == ["Ada"])
    }
}
