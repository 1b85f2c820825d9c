import RequestScheduler
import TestSupport
import Testing

/// How many flights are shown.
@Suite(.timeLimit(.minutes(3)))
struct ActivityTests {
    private struct Shown: Request, Hashable {
        typealias Response = Int
        var id: Int
        var showsActivity: Bool?
    }

    enum Ending: CaseIterable, Sendable {
        case value, error, dropped, cancelled, ownTask, replaced, released, shutDown, stored, contentError
    }

    let transport = HeldTransport(showsActivity: true)

    @Test(arguments: Ending.allCases)
    func itGoesOffHoweverTheLastEnds(_ ending: Ending) async {
        let indicator = ActivityIndicator()
        var configuration = RequestCoordinator.Configuration()
        configuration.activityIndicator = indicator
        var coordinator: RequestCoordinator? = RequestCoordinator(
            transports: [transport],
            stores: [StubStore()],
            configuration: configuration
        )
        let activity = coordinator?.activity
        let told = Counter()
        let request = Kept(1)
        let handle = coordinator?.response(for: request) { _ in told.increment() }
        await transport.started.reach(1)
        #expect(indicator.count == 1)
        switch ending {
        case .value, .stored: transport.succeed(0, 4)
        case .error: transport.fail(0)
        case .contentError: transport.fail(0, Refusal())
        case .dropped: transport.drop(0)
        case .cancelled: await coordinator?.cancelAll()
        case .ownTask: handle?.cancel()
        case .replaced:
            coordinator?.response(for: request, duplicates: .replace) { _ in told.increment() }
            await transport.started.reach(2)
            transport.succeed(1, 4)
        case .released: coordinator = nil
        case .shutDown: await coordinator?.shutDown()
        }
        await told.reach(ending == .replaced ? 2 : 1)
        if let activity { #expect(await activity.first { _ in true } == 0) }
        if ending == .shutDown, let coordinator { for await count in coordinator.activity { #expect(count == 0) } }
        #expect(indicator.count == 0)
        await coordinator?.waitUntilIdle()
    }

    private struct Refusal: ContentError {}

    @Test func itStaysOnUntilTheLastEndsAndJoinersDoNotCount() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        var counts = coordinator.activity.makeAsyncIterator()
        #expect(await counts.next() == 0)
        let first = Task { try await coordinator.response(for: Get(1), duplicates: .join) }
        await transport.started.reach(1)
        #expect(await counts.next() == 1)
        let joiner = Task { try await coordinator.response(for: Get(1), duplicates: .join) }
        await coordinator.waitForCallers(2)
        let second = Task { try await coordinator.response(for: Get(2)) }
        await transport.started.reach(2)
        #expect(await counts.next() == 2)
        transport.succeed(0, 1)
        _ = try await (first.value, joiner.value)
        #expect(await counts.next() == 1)
        transport.succeed(1, 2)
        _ = try await second.value
        #expect(await counts.next() == 0)
    }

    @Test func theRequestDecidesElseTheTransport() async {
        for isShownByTransport in [false, true] {
            let transport = HeldTransport(showsActivity: isShownByTransport)
            let indicator = ActivityIndicator()
            var configuration = RequestCoordinator.Configuration()
            configuration.activityIndicator = indicator
            let coordinator = RequestCoordinator(transports: [transport], configuration: configuration)
            for (index, wish) in [nil, true, false].enumerated() {
                let call = Task { try await coordinator.response(for: Shown(id: index, showsActivity: wish)) }
                await transport.started.reach(index + 1)
                #expect(indicator.count == ((wish ?? isShownByTransport) ? 1 : 0))
                transport.succeed(index, 1)
                _ = await call.result
                #expect(indicator.count == 0)
            }
        }
    }

    @Test func aCoordinatorCanBeSwitchedOffAndOnWhileFlightsAreInFlight() async {
        var configuration = RequestCoordinator.Configuration()
        configuration.showsActivity = false
        let indicator = ActivityIndicator()
        configuration.activityIndicator = indicator
        let coordinator = RequestCoordinator(transports: [transport], configuration: configuration)
        var calls: [Task<Int, any Error>] = []
        for id in 1...2 {
            calls.append(Task { try await coordinator.response(for: Get(id)) })
            await transport.started.reach(id)
        }
        #expect(indicator.count == 0)
        coordinator.setShowsActivity(true)
        #expect(indicator.count == 2)
        coordinator.setShowsActivity(true)
        #expect(indicator.count == 2)
        coordinator.setShowsActivity(false)
        #expect(indicator.count == 0)
        transport.succeed(0, 1)
        _ = await calls[0].result
        coordinator.setShowsActivity(true)
        #expect(indicator.count == 1)
        transport.succeed(1, 1)
        _ = await calls[1].result
        #expect(indicator.count == 0)
    }

    @Test func severalCoordinatorsShareAnIndicatorAndOutliveEachOther() async {
        let indicator = ActivityIndicator()
        var configuration = RequestCoordinator.Configuration()
        configuration.activityIndicator = indicator
        let first = RequestCoordinator(transports: [transport], configuration: configuration)
        var clone: RequestCoordinator? = first.clone()
        var counts = indicator.counts.makeAsyncIterator()
        #expect(await counts.next() == 0)
        let ended = Counter()
        first.response(for: Get(1)) { _ in ended.increment() }
        await transport.started.reach(1)
        #expect(await counts.next() == 1)
        clone?.response(for: Get(2)) { _ in ended.increment() }
        await transport.started.reach(2)
        #expect(await counts.next() == 2)
        clone = nil
        await ended.reach(1)
        #expect(await counts.next() == 1)
        transport.succeed(0, 1)
        await ended.reach(2)
        #expect(await counts.next() == 0)
    }

    @Test func aSlowReaderSeesTheNewestCountAlone() async {
        let transport = HeldTransport(
            showsActivity: true,
            starting: { index, channel in channel.finish(.success(index)) }
        )
        let coordinator = RequestCoordinator(transports: [transport])
        let activity = coordinator.activity
        for id in 0..<20 { _ = await Task { try await coordinator.response(for: Get(id)) }.result }
        var counts = activity.makeAsyncIterator()
        #expect(await counts.next() == 0)
    }

    @Test func theSequenceEndsWithItsCoordinator() async {
        var coordinator: RequestCoordinator? = RequestCoordinator(transports: [transport])
        let activity = coordinator?.activity
        coordinator?.response(for: Get(1)) { _ in }
        await transport.started.reach(1)
        coordinator = nil
        var last: Int?
        if let activity { for await count in activity { last = count } }
        #expect(last == 0)
    }
}
