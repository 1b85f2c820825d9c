import Foundation
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

final class Screen: RequestDelegate, ResponseStreamDelegate, RemovalDelegate {
    let log = Log<String>()

    func callEnded(_ notice: CallNotice) {
        guard let user = notice.outcome(of: GetUser.self)?.value else { return }
        log.append(notice.isFromStorage ? "stored \(user.name)" : "fetched \(user.name)")
    }

    func elementArrived(_ notice: ElementNotice) {
        guard let user = notice.element(of: GetUser.self)?.value else { return }
        log.append(notice.savedAt == nil ? "fresh \(user.name)" : "kept \(user.name)")
    }

    func streamEnded(_ notice: StreamEndNotice) {
        log.append(notice.outcome.value == nil ? "broken off" : "complete")
    }

    func removalEnded(_ notice: RemovalNotice) {
        log.append(notice.outcome.value == nil ? "not removed" : "removed")
    }
}

@MainActor final class ProfileScreen: RequestDelegate {
    private(set) var title = ""

    nonisolated func callEnded(_ notice: CallNotice) {
        // Every call for it names the main actor as its target.
        MainActor.assumeIsolated { title = notice.outcome(of: GetUser.self)?.value?.name ?? "Nobody" }
    }
}

/// The samples about the ways to call, as they stand in the article.
@Suite(.timeLimit(.minutes(3)))
struct FormSampleTests {
    let coordinator = RequestCoordinator(
        transports: [usersTransport(behind: openGate())],
        stores: [MemoryStore()]
    )

    @Test func aClosure() async {
        let handle = coordinator.response(for: GetUser(id: 7), on: .mainActor) { outcome in
            switch outcome {
            case .value(let user): print("Hello, \(user.name)")
            case .error(let error): print("failed: \(type(of: error))")
            case .cancelled(let reason): print("called off: \(reason)")
            }
        }
        handle.cancel()
        await coordinator.waitUntilIdle()
        #expect(await coordinator.snapshot().isEmpty)
    }

    @Test func aDelegate() async {
        let screen = Screen()
        coordinator.response(for: GetUser(id: 7), on: .mainActor, informing: screen)
        coordinator.responses(for: GetUser(id: 7), on: .mainActor, informing: screen)
        coordinator.removeStored(for: GetUser(id: 7), on: .mainActor, informing: screen)
        let ends: Set = ["fetched Ada", "complete", "removed"]
        while !ends.isSubset(of: screen.log.all) { await Task.yield() }
        #expect(screen.log.all.count { ends.contains($0) } == 3)
        #expect(screen.log.all.contains("fresh Ada"))
    }

    @Test func aDelegateOnTheMainActor() async {
        let screen = ProfileScreen()
        coordinator.response(for: GetUser(id: 7), on: .mainActor, informing: screen)
        while await screen.title.isEmpty { await Task.yield() }
        #expect(await screen.title == "Ada")
    }

    @Test func aProvider() async throws {
        let users = coordinator.provider(for: GetUser.self)
        let user = try await users.response(for: GetUser(id: 7))
        await users.cancelAll()
        #expect(user.name == "Ada")
    }

    @Test func laterOrAgain() async throws {
        let call = coordinator.call(for: GetUser(id: 7), policy: .networkElseStore)
        call.start { outcome in print(outcome.value?.name ?? "nobody") }
        let first = try await call.value
        #expect(first.name == "Ada")
    }
}
