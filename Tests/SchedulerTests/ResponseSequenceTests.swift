import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a network call comes out, as a row of the table of links.
enum NetworkRow: CaseIterable, Sendable {
    case success, transportError, decodeError, noTransport, cancelled, replaced, shutDown, duplicate

    var landing: StoreLink.Row {
        switch self {
        case .success: .success
        case .transportError, .decodeError, .noTransport: .failure
        case .cancelled, .replaced, .shutDown: .cancelled
        case .duplicate: .duplicate
        }
    }

    var reason: RequestError.Reason? {
        switch self {
        case .success, .transportError, .decodeError: nil
        case .noTransport: .noTransport
        case .cancelled: .cancelled
        case .replaced: .replaced
        case .shutDown: .shutDown
        case .duplicate: .duplicate
        }
    }

    /// Whether it comes out only when the test says so.
    var isSteered: Bool { self != .noTransport && self != .duplicate }
}

extension StoreLink {
    enum Row { case success, failure, cancelled, duplicate }

    static let all: [StoreLink] = [.independent, .dependSuccessResult, .dependFull]

    /// Whether stored data still comes after the network has landed.
    func givesStored(after row: Row) -> Bool {
        switch self {
        case .independent: true
        case .dependSuccessResult: row != .success
        case .dependFull: row == .failure
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct ResponseSequenceTests {
    typealias Element = ResponseElement<Int>

    let store = StubStore()
    let saved = Stored(value: 1, savedAt: Date(timeIntervalSince1970: 1_000_000))
    let gate = Gate()
    let elements = Log<Element>()
    let count = Counter()

    private func makeCoordinator(_ transport: HeldTransport) async -> RequestCoordinator {
        await store.put(.value(Data("1".utf8)), for: Kept(1).key, savedAt: saved.savedAt)
        return RequestCoordinator(transports: [transport], stores: [store])
    }

    private func iterate(
        _ coordinator: RequestCoordinator,
        link: StoreLink,
        duplicates: DuplicatePolicy = .allow
    ) -> Task<Void, any Error> {
        Task {
            for try await element in coordinator.responses(for: Kept(1), duplicates: duplicates, link: link) {
                elements.append(element)
                count.increment()
            }
        }
    }

    private func bring(_ row: NetworkRow, to transport: HeldTransport, in coordinator: RequestCoordinator) async {
        switch row {
        case .success: transport.succeed(0, 2)
        case .transportError: transport.fail(0, Failure(3))
        case .decodeError: transport.succeed(0, Text("no number"))
        case .cancelled: await coordinator.cancel(Kept(1))
        case .replaced:
            Task { try await coordinator.response(for: Kept(1), duplicates: .replace) }
            await transport.started.reach(2)
        case .shutDown: await coordinator.shutDown()
        case .noTransport, .duplicate: break
        }
    }

    private func expect(_ iteration: Task<Void, any Error>, toEndAs row: NetworkRow) async {
        switch row {
        case .success: await #expect(throws: Never.self) { try await iteration.value }
        case .transportError: await #expect(throws: Failure(3)) { try await iteration.value }
        case .decodeError: await #expect(throws: Failure(-1)) { try await iteration.value }
        default: #expect(await iteration.reason == row.reason)
        }
    }

    @Test(arguments: NetworkRow.allCases, StoreLink.all)
    func theNetworkLandsFirst(_ row: NetworkRow, _ link: StoreLink) async throws {
        let transport = HeldTransport(supporting: { _ in row != .noTransport })
        let coordinator = await makeCoordinator(transport)
        await store.hold(.read, at: gate)
        if row == .duplicate {
            Task { try await coordinator.response(for: Kept(1)) }
            await transport.started.reach(1)
        }
        let iteration = iterate(coordinator, link: link, duplicates: row == .duplicate ? .exclude : .allow)
        await store.begun[.read]?.reach(1)
        if row.isSteered { await transport.started.reach(1) }
        await bring(row, to: transport, in: coordinator)
        if row == .success { await count.reach(1) }
        let fetched: [Element] = row == .success ? [.fetched(2)] : []
        if link.givesStored(after: row.landing) {
            gate.open()
            await expect(iteration, toEndAs: row)
            // After a success the read finds what that has stored.
            #expect(elements.all.dropLast() == fetched[...])
            #expect(elements.all.last?.value == (row == .success ? 2 : 1))
            if row != .success { #expect(elements.all == [.stored(saved)]) }
        } else {
            // Ends though the read is still held.
            await expect(iteration, toEndAs: row)
            #expect(elements.all == fetched)
            gate.open()
        }
        await coordinator.cancelAll()
        await store.ended[.read]?.reach(1)
        await coordinator.waitUntilIdle()
    }

    @Test(arguments: NetworkRow.allCases.filter(\.isSteered), StoreLink.all)
    func theReadLandsFirst(_ row: NetworkRow, _ link: StoreLink) async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let iteration = iterate(coordinator, link: link)
        await count.reach(1)
        await transport.started.reach(1)
        await bring(row, to: transport, in: coordinator)
        await expect(iteration, toEndAs: row)
        #expect(elements.all == [.stored(saved)] + (row == .success ? [.fetched(2)] : []))
        await coordinator.cancelAll()
        await coordinator.waitUntilIdle()
    }

    @Test func whereNothingIsStoredOnlyTheNetworkIsHeard() async throws {
        let transport = HeldTransport()
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let iteration = iterate(coordinator, link: .independent)
        await transport.started.reach(1)
        transport.succeed(0, 2)
        try await iteration.value
        #expect(elements.all == [.fetched(2)])
    }

    @Test func aFailingReadGivesNoElementAndNoError() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        await store.fail(.read, with: Failure(1))
        let iteration = iterate(coordinator, link: .independent)
        await transport.started.reach(1)
        await store.begun[.read]?.reach(1)
        transport.succeed(0, 2)
        try await iteration.value
        #expect(elements.all == [.fetched(2)])
    }

    @Test(
        .bug("https://github.com/apollographql/apollo-ios/issues/1155")
    ) func writesAndRemovalsOfOthersDoNotDisturb() async throws {
        let transport = HeldTransport()
        let coordinator = await makeCoordinator(transport)
        let iteration = iterate(coordinator, link: .dependSuccessResult)
        await count.reach(1)
        await transport.started.reach(1)
        let other = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(2)
        transport.succeed(1, 5)
        #expect(try await other.value == 5)
        try await coordinator.removeStored(for: Kept(1))
        try await coordinator.removeStored(for: Kept(8))
        transport.succeed(0, 2)
        try await iteration.value
        #expect(elements.all == [.stored(saved), .fetched(2)])
        #expect(transport.cancelled.value == 0)
    }
}
