import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Storing what was fetched.
@Suite(.timeLimit(.minutes(3)))
struct StoringTests {
    struct NotEncodable: Error {}

    let transport = HeldTransport()
    let store = StubStore()

    private func makeCoordinator() -> RequestCoordinator {
        RequestCoordinator(transports: [transport], stores: [store])
    }

    private func fetch<R: Request>(
        _ request: R,
        _ payload: any Sendable,
        in coordinator: RequestCoordinator
    ) async throws -> R.Response {
        let index = transport.started.value
        let call = Task { try await coordinator.response(for: request) }
        await transport.started.reach(index + 1)
        transport.succeed(index, payload)
        return try await call.value
    }

    @Test(arguments: [Kept.Form.raw, .value, .live])
    func theValueIsStoredBeforeTheCallerHasIt(_ form: Kept.Form) async throws {
        let live = StubStore(kind: StoreKind(rawValue: "live"), keepsLiveValues: true)
        let coordinator = RequestCoordinator(transports: [transport], stores: form == .live ? [store, live] : [store])
        let request = Kept(1, form: form)
        let payload: any Sendable = form == .raw ? Text("7") : 7
        #expect(try await fetch(request, payload, in: coordinator) == 7)
        #expect(try await coordinator.storedResponse(for: request).value == 7)
        #expect(await live.entries.count == (form == .live ? 1 : 0))
    }

    enum Fault: CaseIterable, Sendable { case payload, encoder, store }

    @Test(arguments: Fault.allCases, [true, false])
    func aFaultOfStoringIsAnEventAndThePlanSaysWhatBecomesOfTheOldEntry(_ fault: Fault, _ keeps: Bool) async throws {
        let coordinator = makeCoordinator()
        let onFailedWrite: StoragePlan<Int>.FailedWrite = keeps ? .keepsOldEntry : .removesOldEntry
        let plan: StoragePlan<Int>? =
            switch fault {
            case .payload: .raw(namespace: "n", identifier: "1", onFailedWrite: onFailedWrite)
            case .encoder:
                .value(encode: { _ in throw NotEncodable() }, decode: { _ in 0 })(
                    namespace: "n",
                    identifier: "1",
                    onFailedWrite: onFailedWrite
                )
            case .store: .value(namespace: "n", identifier: "1", onFailedWrite: onFailedWrite)
            }
        let request = Planned(1, plan)
        if let plan { await store.put(.raw(Data("1".utf8)), for: plan.key, savedAt: Date()) }
        if fault == .store { await store.fail(.write, with: Failure(4)) }
        let events = coordinator.events
        // An integer has no bytes of its own.
        #expect(try await fetch(request, 7, in: coordinator) == 7)
        #expect(await store.entries.count == (keeps ? 1 : 0))
        let operations = await events.upTo { $0.ending != nil }.compactMap(\.failedOperation)
        #expect(operations == [fault == .store ? .write : .encode])
    }

    @Test func aFailedRemovalOfTheOldEntryIsToldOfAndFailsNoCall() async throws {
        let coordinator = makeCoordinator()
        await store.fail(.write, with: Failure(4))
        await store.fail(.remove, with: Failure(5))
        let events = coordinator.events
        #expect(try await fetch(Kept(1), 7, in: coordinator) == 7)
        #expect(await events.upTo { $0.ending != nil }.compactMap(\.failedOperation) == [.write, .remove])
    }

    @Test(
        .bug("https://github.com/vercel/swr/pull/173")
    ) func anOlderSlowAnswerDoesNotOverwriteANewerOne() async throws {
        let coordinator = makeCoordinator()
        let old = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        #expect(try await fetch(Kept(1), 2, in: coordinator) == 2)
        let entry = await store.entries[Kept(1).key]
        let events = coordinator.events
        transport.succeed(0, 1)
        #expect(try await old.value == 1)
        #expect(await store.entries[Kept(1).key]?.version == entry?.version)
        #expect(try await coordinator.storedResponse(for: Kept(1)).value == 2)
        let all = await events.upTo { $0.ending != nil }
        #expect(all.contains { if case .notStored(_, .superseded) = $0 { true } else { false } })
    }

    enum Removal: CaseIterable, Sendable { case entry, dataClass, anyClassStores, all }

    @Test(arguments: Removal.allCases)
    func whatWasRemovedDoesNotComeBackFromAnAnswerAskedForBefore(_ removal: Removal) async throws {
        let coordinator = makeCoordinator()
        let call = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        switch removal {
        case .entry: try await coordinator.removeStored(for: Kept(1))
        case .dataClass: try await coordinator.removeStored(of: .default)
        case .anyClassStores: try await coordinator.removeStoredOfAnyClassStores()
        case .all: try await coordinator.removeAllStored()
        }
        transport.succeed(0, 1)
        #expect(try await call.value == 1)
        #expect(await store.entries.isEmpty)
        #expect(try await fetch(Kept(1), 2, in: coordinator) == 2)
        #expect(await store.entries.count == 1)
    }

    @Test func aHangingStoreHoldsTheValueNoLongerThanItsTimeLimit() async throws {
        let clock = TestClock()
        var configuration = RequestCoordinator.Configuration()
        configuration.clock = clock
        configuration.commitTimeLimit = .seconds(3)
        let coordinator = RequestCoordinator(transports: [transport], stores: [store], configuration: configuration)
        let gate = Gate()
        await store.hold(.write, at: gate)
        let events = coordinator.events
        let call = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        transport.succeed(0, 7)
        await store.begun[.write]?.reach(1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))
        #expect(try await call.value == 7)
        #expect(await coordinator.contains(Kept(1)) == false)
        gate.open()
        await store.ended[.write]?.reach(1)
        #expect(await store.entries.isEmpty)
        await coordinator.waitUntilIdle()
        let all = await events.upTo { if case .notStored = $0 { true } else { false } }
        #expect(all.compactMap(\.failedOperation) == [.writeInTime])
        #expect(all.compactMap(\.ending) == [.succeeded])
    }

    @Test func aWriteGoesToTheStoreThatNamesTheClassElseToOneThatTakesAny() async throws {
        let user = DataClass(rawValue: "user")
        let named = StubStore(dataClasses: [user])
        let coordinator = RequestCoordinator(transports: [transport], stores: [store, named])
        _ = try await fetch(Kept(1, dataClass: user), 1, in: coordinator)
        _ = try await fetch(Kept(2), 2, in: coordinator)
        #expect(await named.entries.keys.map(\.identifier) == ["1"])
        #expect(await store.entries.keys.map(\.identifier) == ["2"])
        try await coordinator.removeStored(of: user)
        #expect(await named.entries.isEmpty)
        #expect(await store.entries.count == 1)
    }

    @Test func aForcedCallAfterAMutationDoesNotShareTheReadBegunBefore() async throws {
        let coordinator = makeCoordinator()
        let first = Task { try await coordinator.response(for: Kept(1), duplicates: .join) }
        await transport.started.reach(1)
        let forced = Task { try await coordinator.response(for: Kept(1), duplicates: .allow) }
        await transport.started.reach(2)
        transport.succeed(1, 2)
        #expect(try await forced.value == 2)
        transport.succeed(0, 1)
        #expect(try await first.value == 1)
        #expect(try await coordinator.storedResponse(for: Kept(1)).value == 2)
    }

    @Test func eachRemovalEmptiesExactlyItsStores() async throws {
        let user = DataClass(rawValue: "user")
        let named = StubStore(dataClasses: [user])
        let coordinator = RequestCoordinator(transports: [], stores: [store, named])
        func left(after remove: () async throws -> Void) async throws -> [Int] {
            for id in 1...3 {
                await store.put(.raw(Data()), for: Kept(id).key, savedAt: Date())
                await named.put(.raw(Data()), for: Kept(id, dataClass: user).key, savedAt: Date())
            }
            try await remove()
            return [await store.entries.count, await named.entries.count]
        }
        #expect(try await left { try await coordinator.removeStored(for: Kept(1)) } == [2, 3])
        #expect(try await left { try await coordinator.removeStored(of: user) } == [3, 0])
        #expect(try await left { try await coordinator.removeStoredOfAnyClassStores() } == [0, 3])
        #expect(try await left { try await coordinator.removeAllStored() } == [0, 0])
    }

    @Test func removingReportsWhatFailedAfterTryingTheOthers() async throws {
        let other = StubStore()
        await other.put(.raw(Data()), for: Kept(1).key, savedAt: Date())
        await store.fail(.removeAll, with: Failure(6))
        let coordinator = RequestCoordinator(transports: [], stores: [store, other])
        let removal = Task { try await coordinator.removeAllStored() }
        let error = await #expect(throws: RequestError.self) { try await removal.value }
        #expect(error?.reason == .storeFailed)
        #expect(error?.underlyingError as? Failure == Failure(6))
        #expect(await other.entries.isEmpty)
    }
}
