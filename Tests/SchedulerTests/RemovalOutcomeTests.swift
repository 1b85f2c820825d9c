import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every removal ends in exactly one outcome, the expected one, in whatever way it is asked for.
@Suite(.timeLimit(.minutes(3)))
struct RemovalOutcomeTests {
    enum Way: CaseIterable, Sendable {
        case awaiting, closure, delegate, provider, providerClosure, providerDelegate

        var isAwaited: Bool { self == .awaiting || self == .provider }
    }

    enum Event: CaseIterable, Sendable {
        case removed, storeFailed, noStore, own, shutDown, shutDownMeanwhile, released
    }

    enum Outcome: Equatable, Sendable { case removed, reason(RequestError.Reason), cancellation, other }

    private final class Hearer: RemovalDelegate {
        let heard: @Sendable (RemovalNotice) -> Void

        init(_ heard: @escaping @Sendable (RemovalNotice) -> Void) { self.heard = heard }

        func removalEnded(_ notice: RemovalNotice) { heard(notice) }
    }

    let store = StubStore()
    let gate = Gate()
    let outcomes = Log<Outcome>()
    let ended = Counter()

    private func end(_ outcome: Outcome) {
        outcomes.append(outcome)
        ended.increment()
    }

    private func end(_ outcome: CallOutcome<Void>) {
        switch outcome {
        case .value: end(.removed)
        case .error(let error as RequestError): end(.reason(error.reason))
        case .error: end(.other)
        case .cancelled(let reason): end(.reason(reason))
        }
    }

    private func end(_ error: any Error) {
        switch error {
        case is CancellationError: end(.cancellation)
        case let error as RequestError: end(.reason(error.reason))
        default: end(.other)
        }
    }

    private func run(_ body: @escaping @Sendable () async throws -> Void) -> @Sendable () -> Void {
        let task = Task {
            do {
                try await body()
                end(.removed)
            } catch {
                end(error)
            }
        }
        return { task.cancel() }
    }

    /// Asks for the removal and returns what calls it off.
    private func remove<R: Request>(
        _ request: R,
        _ way: Way,
        in coordinator: RequestCoordinator,
        informing hearer: Hearer
    ) -> @Sendable () -> Void {
        let provider = coordinator.provider(for: R.self)
        switch way {
        case .awaiting: return run { try await coordinator.removeStored(for: request) }
        case .provider: return run { try await provider.removeStored(for: request) }
        case .closure: return coordinator.removeStored(for: request) { end($0) }.cancel
        case .delegate: return coordinator.removeStored(for: request, informing: hearer).cancel
        case .providerClosure: return provider.removeStored(for: request) { end($0) }.cancel
        case .providerDelegate: return provider.removeStored(for: request, informing: hearer).cancel
        }
    }

    private func expected(_ event: Event, _ way: Way) -> Outcome {
        switch event {
        case .removed: .removed
        case .storeFailed: .reason(.storeFailed)
        case .noStore: .reason(.noStore)
        case .own: way.isAwaited ? .cancellation : .reason(.cancelled)
        case .shutDown, .shutDownMeanwhile: .reason(.shutDown)
        // Whoever awaits keeps the coordinator, and is not told before the store has answered.
        case .released: way.isAwaited ? .removed : .reason(.released)
        }
    }

    @Test(arguments: Way.allCases, Event.allCases)
    func everyRemovalEndsInExactlyOneOutcome(_ way: Way, _ event: Event) async {
        await store.put(.value(Data("3".utf8)), for: Kept(1).key, savedAt: Date(timeIntervalSince1970: 1000))
        var coordinator: RequestCoordinator? = RequestCoordinator(transports: [HeldTransport()], stores: [store])
        let hangs = [.own, .shutDownMeanwhile, .released].contains(event)
        if event == .storeFailed { await store.fail(.remove, with: Failure(1)) }
        if hangs { await store.hold(.remove, at: gate) }
        if event == .shutDown { await coordinator?.shutDown() }
        let hearer = Hearer { notice in
            guard case .request(let request) = notice.subject, request is Kept || request is Get else {
                return end(.other)
            }
            end(notice.outcome)
        }
        guard
            let cancel = coordinator.map({ coordinator in
                event == .noStore
                    ? remove(Get(1), way, in: coordinator, informing: hearer)
                    : remove(Kept(1), way, in: coordinator, informing: hearer)
            })
        else { return }
        if hangs { await store.begun[.remove]?.reach(1) }
        switch event {
        case .own: cancel()
        case .shutDownMeanwhile: await coordinator?.shutDown()
        case .released:
            coordinator = nil
            if way.isAwaited { gate.open() }
        case .removed, .storeFailed, .noStore, .shutDown: break
        }
        await ended.reach(1)
        #expect(outcomes.all == [expected(event, way)])
        cancel()
        gate.open()
        if hangs { await store.ended[.remove]?.reach(1) }
        for _ in 0..<20 { await Task.yield() }
        #expect(outcomes.all.count == 1)
        #expect(await store.entries.isEmpty == (event == .removed || hangs))
        withExtendedLifetime(hearer) {}
    }

    @Test func aDelegateIsToldWhatWasToBeRemoved() async {
        let coordinator = RequestCoordinator(transports: [], stores: [store])
        let listener = Listener()
        let removals: [@Sendable () -> CallHandle] = [
            { coordinator.removeStored(for: Kept(1), informing: listener) },
            { coordinator.removeStored(of: .default, informing: listener) },
            { coordinator.removeStoredOfAnyClassStores(informing: listener) },
            { coordinator.removeAllStored(informing: listener) },
        ]
        for (index, remove) in removals.enumerated() {
            await store.put(.value(Data("3".utf8)), for: Kept(1).key, savedAt: Date(timeIntervalSince1970: 1000))
            _ = remove()
            await listener.told.reach(index + 1)
            #expect(await store.entries.isEmpty)
        }
        let subjects = listener.removals.all.map { notice in
            switch notice.subject {
            case .request(let request): request as? Kept == Kept(1) ? "request" : "another"
            case .dataClass(let dataClass): dataClass.rawValue
            case .storesOfAnyClass: "stores of any class"
            case .everything: "everything"
            }
        }
        #expect(subjects == ["request", "default", "stores of any class", "everything"])
        #expect(listener.removals.all.allSatisfy { $0.outcome.value != nil })
    }

    @Test func whatIsRemovedIsGoneThoughItsDelegateWas() async {
        await store.put(.value(Data("3".utf8)), for: Kept(1).key, savedAt: Date(timeIntervalSince1970: 1000))
        await store.hold(.remove, at: gate)
        let coordinator = RequestCoordinator(transports: [], stores: [store])
        let told = Counter()
        var listener: Listener? = Listener { _ in told.increment() }
        weak let weakly = listener
        if let listener { coordinator.removeStored(for: Kept(1), informing: listener) }
        await store.begun[.remove]?.reach(1)
        listener = nil
        #expect(weakly == nil)
        gate.open()
        await store.ended[.remove]?.reach(1)
        #expect(await store.entries.isEmpty)
        for _ in 0..<20 { await Task.yield() }
        #expect(told.value == 0)
    }

    @Test func aRemovalThatComesAfterTheReleaseEndsWithIt() async {
        let executor = ManualExecutor()
        var configuration = RequestCoordinator.Configuration()
        configuration.taskExecutor = executor
        var coordinator: RequestCoordinator? = RequestCoordinator(
            transports: [],
            stores: [store],
            configuration: configuration
        )
        let listener = Listener()
        coordinator?.removeAllStored(informing: listener)
        coordinator = nil
        var random = SeededRandom(seed: 1)
        executor.drain(&random)
        #expect(listener.removals.all.map(\.outcome.cancellation) == [.released])
    }
}
