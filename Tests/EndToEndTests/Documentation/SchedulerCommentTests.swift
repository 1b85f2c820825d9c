import Foundation
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

struct Echo: Transport {
    struct NotAnEcho: Error {}

    func supports<R: Request>(_ request: R) -> Bool { request is Say }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        channel.finish(.success((request as? Say)?.text))
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        guard let response = payload as? R.Response else { throw NotAnEcho() }
        return response
    }
}

/// Passes on what another transport does, as the sample of a relay has it.
private struct PassingTransport: TransportDecorator {
    let base: any Transport

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let relay = ResultRelay { result in
            switch result {
            case .progress(let progress): channel.progress(progress)
            case .finished(let answer): channel.finish(answer)  // or start another attempt
            }
        }
        channel.onCancel { relay.cancel() }
        base.start(request, answering: relay.makeChannel())
    }
}

struct LoggingTransport: TransportDecorator {
    let base: any Transport
    let log: @Sendable (String) -> Void

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        log("\(R.self)")
        base.start(request, answering: channel)
    }
}

/// The samples in the doc comments of the scheduler, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct SchedulerCommentTests {
    let coordinator = RequestCoordinator(
        transports: [
            usersTransport(behind: openGate()),
            RequestMockTransport { (_: GetFeed) in Feed(lines: ["one"]) },
            RequestMockTransport { (page: GetPage) in "page \(page.number)" },
        ],
        stores: [MemoryStore()]
    )

    @Test func aRequest() {
        struct GetUser: Request, Hashable {
            typealias Response = User
            let id: Int
        }
        #expect(GetUser(id: 7).storage == nil)
        #expect(GetUser(id: 7).isSafe)
    }

    @Test func aPlanAndAClass() {
        struct GetUser: Request {
            typealias Response = User
            enum Kept: String { case user, catalogue }

            let id: Int

            var storage: StoragePlan<User>? {
                .value(namespace: "user", identifier: "\(id)", dataClass: .init(Kept.user))
            }
        }
        enum Kept: String { case user, catalogue }
        let dataClass = DataClass(Kept.user)
        #expect(GetUser(id: 7).storage?.key.dataClass == dataClass)
        #expect(GetUser(id: 7).storage?.key.identifier == "7")
    }

    @Test func aKey() async throws {
        enum Tab: Hashable, Sendable { case first }
        let page = try await coordinator.response(for: GetPage(1), key: "feed", duplicates: .replace)
        let all = await coordinator.cancel(keyType: Tab.self)
        #expect(page == "page 1")
        #expect(all == 0)
    }

    @Test func aSelector() async throws {
        let transport = ScriptedTransport()
        let coordinator = RequestCoordinator(transports: [transport])
        let (first, second) = (Counter(), Counter())
        coordinator.response(for: GetPage(1), key: "first") { _ in first.increment() }
        coordinator.response(for: GetPage(2), key: "second") { _ in second.increment() }
        await coordinator.waitForCallers(2)
        await coordinator.cancel(where: .type(GetPage.self) && !.key("first"))
        await second.reach(1)
        #expect(first.value == 0)
        await coordinator.cancelAll()
        await first.reach(1)
    }

    @Test func aSequence() async throws {
        for try await element in coordinator.responses(for: GetFeed()) {
            switch element {
            case .stored(let stored): show(stored.value, asOf: stored.savedAt)
            case .fetched(let feed): show(feed)
            case .progress: break
            }
        }
        await waitUntilShown(by: "aSequence()")
        #expect(try await coordinator.storedResponse(for: GetFeed()).value == Feed(lines: ["one"]))
    }

    @Test func aLinkedRead() async throws {
        let read = coordinator.storedRead(of: LastFeed(), link: .dependFull)
        async let stored = read.value
        let fresh = try await coordinator.response(for: GetFeed(), linking: read)
        #expect(fresh == Feed(lines: ["one"]))
        do {
            Issue.record("stored nowhere, and read all the same: \(try await stored)")
        } catch {
            #expect(error is RequestError)
        }
    }

    @Test func aTarget() async {
        coordinator.response(for: GetFeed(), on: .queue(.main)) { outcome in show(outcome) }
        await waitUntilShown(by: "aTarget()")
    }

    @Test func aDelegate() async {
        final class FeedScreen: RequestDelegate {
            func callEnded(_ notice: CallNotice) {
                if let outcome = notice.outcome(of: GetFeed.self) { show(outcome) }
            }
        }

        let screen = FeedScreen()
        coordinator.response(for: GetFeed(), on: .mainActor, informing: screen)
        await waitUntilShown(by: "callEnded(_:)")
        withExtendedLifetime(screen) {}
    }

    @Test func aStreamsDelegate() async {
        final class Timeline: ResponseStreamDelegate {
            func elementArrived(_ notice: ElementNotice) {
                if let feed = notice.element(of: GetFeed.self)?.value { show(feed) }
            }

            func streamEnded(_ notice: StreamEndNotice) {
                if let error = notice.outcome.error { show(error) }
            }
        }

        let timeline = Timeline()
        coordinator.responses(for: GetFeed(), on: .mainActor, informing: timeline)
        await waitUntilShown(by: "elementArrived(_:)")
        withExtendedLifetime(timeline) {}
    }

    @Test func aCallForLater() async throws {
        let call = coordinator.call(for: GetFeed(), policy: .networkElseStore)
        call.start { outcome in show(outcome) }
        let feed = try await call.value
        await waitUntilShown(by: "aCallForLater()")
        #expect(feed == Feed(lines: ["one"]))
    }

    @Test func aProviderOfOnesOwn() async throws {
        struct Accounts: RequestProviding {
            private let users: RequestProvider<GetUser>
            init(_ coordinator: RequestCoordinator) { users = coordinator.provider() }
            func user(_ id: Int) async throws -> User { try await users.response(for: GetUser(id: id)) }
        }
        let accounts: Accounts = coordinator.provider()
        #expect(try await accounts.user(7).name == "Ada")
    }

    @Test @MainActor func anIndicator() async {
        @MainActor final class Spinner { var isHidden = false }
        let spinner = Spinner()
        let watching = Task {
            let indicator = ActivityIndicator()
            var configuration = RequestCoordinator.Configuration()
            configuration.activityIndicator = indicator
            for await count in indicator.counts { spinner.isHidden = count == 0 }
        }
        while !spinner.isHidden { await Task.yield() }
        watching.cancel()
        await watching.value
    }

    @Test func aTransportAndARelay() async throws {
        let coordinator = RequestCoordinator(transports: [PassingTransport(base: Echo())])
        #expect(try await coordinator.response(for: Say(text: "hello")) == "hello")
    }

    @Test func aDecorator() async throws {
        let log = Log<String>()
        let coordinator = RequestCoordinator(transports: [LoggingTransport(base: Echo()) { log.append($0) }])
        #expect(try await coordinator.response(for: Say(text: "hello")) == "hello")
        #expect(log.all == ["Say"])
    }
}
