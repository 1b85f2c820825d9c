import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.timeLimit(.minutes(3)))
struct StoredReadTests {
    enum Row: CaseIterable, Sendable {
        case success, transportError, decodeError, noTransport, foreignCancellation
        case ownTask, ownTaskBefore, cancelled, replaced, shutDown, duplicate

        var landing: StoreLink.Row {
            switch self {
            case .success: .success
            case .transportError, .decodeError, .noTransport, .foreignCancellation: .failure
            case .ownTask, .ownTaskBefore, .cancelled, .replaced, .shutDown: .cancelled
            case .duplicate: .duplicate
            }
        }

        var readReason: RequestError.Reason {
            switch landing {
            case .success: .linkedCallSucceeded
            case .duplicate: .linkedCallDuplicate
            case .cancelled, .failure: .linkedCallCancelled
            }
        }

        var isSteered: Bool { ![.noTransport, .ownTaskBefore, .duplicate].contains(self) }
    }

    let store = StubStore()
    let gate = Gate()
    let saved = Date(timeIntervalSince1970: 1_000_000)

    private func makeCoordinator(_ transport: HeldTransport) async -> RequestCoordinator {
        await store.put(.value(Data("1".utf8)), for: Kept(1).key, savedAt: saved)
        await store.hold(.read, at: gate)
        return RequestCoordinator(transports: [transport], stores: [store])
    }

    private func call(
        _ coordinator: RequestCoordinator,
        linking read: StoredRead<Kept>,
        as row: Row
    ) -> Task<Int, any Error> {
        Task {
            if row == .ownTaskBefore { withUnsafeCurrentTask { $0?.cancel() } }
            return try await coordinator.response(
                for: Get(1),
                duplicates: row == .duplicate ? .exclude : .allow,
                linking: read
            )
        }
    }

    private func bring(
        _ row: Row,
        to transport: HeldTransport,
        in coordinator: RequestCoordinator,
        _ call: Task<Int, any Error>
    ) async {
        if row.isSteered { await transport.started.reach(1) }
        switch row {
        case .success: transport.succeed(0, 2)
        case .transportError: transport.fail(0, Failure(3))
        case .decodeError: transport.succeed(0, Text("no number"))
        case .foreignCancellation: transport.fail(0, CancellationError())
        case .ownTask: call.cancel()
        case .cancelled: await coordinator.cancel(Get(1))
        case .replaced:
            Task { try await coordinator.response(for: Get(1), duplicates: .replace) }
            await transport.started.reach(2)
        case .shutDown: await coordinator.shutDown()
        case .noTransport, .ownTaskBefore, .duplicate: break
        }
        _ = await call.result
    }

    struct Reading: Sendable {
        let link: StoreLink
        let isAwaitedBefore: Bool

        static let all = StoreLink.all.flatMap { link in
            [true, false].map { Reading(link: link, isAwaitedBefore: $0) }
        }
    }

    @Test(arguments: Row.allCases, Reading.all)
    func theNetworkLandsFirst(_ row: Row, _ reading: Reading) async throws {
        let (link, isAwaitedBefore) = (reading.link, reading.isAwaitedBefore)
        let transport = HeldTransport(supporting: { _ in row != .noTransport })
        let coordinator = await makeCoordinator(transport)
        if row == .duplicate {
            Task { try await coordinator.response(for: Get(1)) }
            await transport.started.reach(1)
        }
        let read = coordinator.storedRead(of: Kept(1), link: link)
        let early = isAwaitedBefore ? Task { try await read.value } : nil
        if isAwaitedBefore { await coordinator.waitForCallers(row == .duplicate ? 2 : 1) }
        await bring(row, to: transport, in: coordinator, call(coordinator, linking: read, as: row))
        let late = Task { try await read.value }
        if link.givesStored(after: row.landing) {
            gate.open()
            for task in [early, late].compactMap({ $0 }) {
                #expect(try await task.value == Stored(value: 1, savedAt: saved))
            }
        } else {
            for task in [early, late].compactMap({ $0 }) { #expect(await task.reason == row.readReason) }
        }
        await coordinator.cancelAll()
        gate.open()
        await coordinator.waitUntilIdle()
    }

    @Test(arguments: Row.allCases.filter(\.isSteered), StoreLink.all)
    func theReadLandsFirst(_ row: Row, _ link: StoreLink) async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        gate.open()
        let read = coordinator.storedRead(of: Kept(1), link: link)
        let call = call(coordinator, linking: read, as: row)
        #expect(try await read.value == Stored(value: 1, savedAt: saved))
        await bring(row, to: transport, in: coordinator, call)
        #expect(try await read.value.value == 1)
        await coordinator.cancelAll()
        await coordinator.waitUntilIdle()
    }

    @Test func itBindsOnce() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let read = coordinator.storedRead(of: Kept(1))
        let first = call(coordinator, linking: read, as: .success)
        await transport.started.reach(1)
        #expect(await call(coordinator, linking: read, as: .success).reason == .alreadyLinked)
        transport.succeed(0, 2)
        #expect(try await first.value == 2)
        #expect(await call(coordinator, linking: read, as: .success).reason == .alreadyLinked)
        #expect(transport.requests.count == 1)
    }

    @Test func oneOfAnotherCoordinatorIsRefusedAndTouchesNothing() async throws {
        let transport = HeldTransport()
        let owner = await makeCoordinator(transport)
        let other = owner.clone()
        let bystander = Task { try await owner.response(for: Get(7)) }
        await transport.started.reach(1)
        let read = owner.storedRead(of: Kept(1))
        #expect(await call(other, linking: read, as: .success).reason == .foreignStoredRead)
        #expect(await owner.contains(Get(7)))
        #expect(await other.isIdle())
        // It was not used up.
        let own = call(owner, linking: read, as: .success)
        await transport.started.reach(2)
        for (index, value) in [6, 2].enumerated() { transport.succeed(index, value) }
        #expect(try await own.value == 2)
        #expect(try await bystander.value == 6)
    }

    @Test func oneOfTheSameRequestIsNoDuplicateOfItsOwnCall() async throws {
        for isAwaitedBefore in [false, true] {
            let transport = HeldTransport()
            let coordinator = await makeCoordinator(transport)
            let read = coordinator.storedRead(of: Kept(1))
            let stored = isAwaitedBefore ? Task { try await read.value } : nil
            if isAwaitedBefore { await coordinator.waitForCallers(1) }
            let call = Task { try await coordinator.response(for: Kept(1), duplicates: .exclude, linking: read) }
            await transport.started.reach(1)
            transport.succeed(0, 2)
            #expect(try await call.value == 2)
            if let stored { #expect(await stored.reason == .linkedCallSucceeded) }
        }
    }

    @Test func whileItsCallIsInFlightItIsNeitherFoundNorCancelledByItself() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let read = coordinator.storedRead(of: Kept(1), link: .independent)
        let call = call(coordinator, linking: read, as: .success)
        await transport.started.reach(1)
        #expect(await coordinator.contains(Kept(1)) == false)
        #expect(await coordinator.cancel(Kept(1)) == 0)
        transport.succeed(0, 2)
        #expect(try await call.value == 2)
        #expect(await coordinator.contains(Kept(1)))
        let waiting = Task { try await read.value }
        while await coordinator.snapshot().first?.callers != 1 { await Task.yield() }
        #expect(await coordinator.cancel(Kept(1)) == 1)
        #expect(await waiting.reason == .cancelled)
    }

    @Test func itEndsWithItsHandle() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        var read: StoredRead? = coordinator.storedRead(of: Kept(1), link: .independent)
        if let read {
            let call = call(coordinator, linking: read, as: .success)
            await transport.started.reach(1)
            transport.succeed(0, 2)
            #expect(try await call.value == 2)
        }
        #expect(await coordinator.contains(Kept(1)))
        read = nil
        await coordinator.waitUntilIdle()
    }

    @Test func aCancelledAwaiterLeavesTheReadToTheOthers() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let read = coordinator.storedRead(of: Kept(1), link: .independent)
        let (one, other) = (Task { try await read.value }, Task { try await read.value })
        await coordinator.waitForCallers(2)
        one.cancel()
        #expect(await one.isCancellation)
        let call = call(coordinator, linking: read, as: .success)
        await transport.started.reach(1)
        transport.succeed(0, 2)
        #expect(try await call.value == 2)
        gate.open()
        #expect(try await other.value.value == 1)
    }

    @Test func shutDownEndsOneThatIsAwaited() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let read = coordinator.storedRead(of: Kept(1))
        let waiting = Task { try await read.value }
        await coordinator.waitForCallers(1)
        await coordinator.shutDown()
        #expect(await waiting.reason == .shutDown)
        #expect(await call(coordinator, linking: read, as: .success).reason == .shutDown)
        let other = coordinator.storedRead(of: Kept(1))
        #expect(await Task { try await other.value }.reason == .shutDown)
    }

    @Test func shutDownEndsOneWhoseCallWasOverBeforeItBegan() async throws {
        let coordinator = await makeCoordinator(HeldTransport())
        let read = coordinator.storedRead(of: Kept(1), link: .independent)
        #expect(await call(coordinator, linking: read, as: .ownTaskBefore).isCancellation)
        #expect(await coordinator.contains(Kept(1)))
        let waiting = Task { try await read.value }
        await coordinator.waitForCallers(1)
        await coordinator.shutDown()
        #expect(await waiting.reason == .shutDown)
    }
}
