import Foundation
import RequestScheduler
import RequestStores
import Testing

/// The order that every store keeps between writes and removals.
@Suite(.timeLimit(.minutes(3)))
struct StoreFenceContractTests {
    static let key = StoreKey.named("a", .user)

    /// The three removals that cover the entry under `key`.
    enum Removal: CaseIterable, Sendable {
        case entry, dataClass, everything

        func run(on store: any Store, at point: FencePoint) async throws {
            switch self {
            case .entry: try await store.remove(key, at: point)
            case .dataClass: try await store.removeAll(of: key.dataClass, at: point)
            case .everything: try await store.removeAll(at: point)
            }
        }
    }

    @Test(
        .bug("https://github.com/vercel/swr/pull/173", "an older, slower response overwrites a newer one"),
        arguments: StoreUnderTest.all
    )
    func anOlderWriteDoesNotOverwriteANewerOne(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let (older, newer) = (bench.permit(), bench.permit())
        #expect(try await bench.write("newer", for: Self.key, under: newer) == .written)
        #expect(try await bench.write("older", for: Self.key, under: older) == .superseded)
        let entry = try #require(await bench.store.entry(for: Self.key))
        #expect(entry.text == "newer")
        #expect(entry.version == newer.point)
    }

    @Test(arguments: StoreUnderTest.all)
    func aNewerWriteOverwritesAnOlderOne(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let (older, newer) = (bench.permit(), bench.permit())
        #expect(try await bench.write("older", for: Self.key, under: older) == .written)
        #expect(try await bench.write("newer", for: Self.key, under: newer) == .written)
        #expect(try await bench.text(for: Self.key) == "newer")
    }

    @Test(arguments: StoreUnderTest.all, Removal.allCases)
    func aWriteBegunBeforeARemovalDoesNotLandAfterIt(_ kind: StoreUnderTest, removal: Removal) async throws {
        let bench = try await Bench(kind)
        let before = bench.permit()
        try await removal.run(on: bench.store, at: bench.order.draw())
        #expect(try await bench.write("before", for: Self.key, under: before) == .superseded)
        #expect(try await bench.store.entry(for: Self.key) == nil)
        #expect(try await bench.write("after", for: Self.key) == .written)
    }

    @Test(arguments: StoreUnderTest.all, Removal.allCases)
    func anEntryWrittenByWorkBegunAfterARemovalSurvivesIt(_ kind: StoreUnderTest, removal: Removal) async throws {
        let bench = try await Bench(kind)
        try await bench.write("old", for: .named("b", .user))
        let point = bench.order.draw()
        try await bench.write("later", for: Self.key)
        try await removal.run(on: bench.store, at: point)
        #expect(try await bench.text(for: Self.key) == "later")
        #expect(try await bench.text(for: .named("b", .user)) == (removal == .entry ? "old" : nil))
    }

    @Test(arguments: StoreUnderTest.all)
    func aWriteRemovedAsStaleDoesNotLetAnOlderOneLand(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let (older, newer) = (bench.permit(), bench.permit())
        try await bench.write("newer", for: Self.key, under: newer)
        try await bench.store.remove(Self.key, ifStill: newer.point)
        #expect(try await bench.write("older", for: Self.key, under: older) == .superseded)
        #expect(try await bench.store.entry(for: Self.key) == nil)
    }

    @Test(arguments: StoreUnderTest.all)
    func aRemovalOfOneKeyLeavesWritesToOthers(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let (permit, other) = (bench.permit(), bench.permit())
        try await bench.store.remove(.named("b", .user), at: bench.order.draw())
        try await bench.store.removeAll(of: .default, at: bench.order.draw())
        #expect(try await bench.write("a", for: Self.key, under: permit) == .written)
        #expect(try await bench.write("b", for: .named("b", .user), under: other) == .superseded)
    }

    @Test(arguments: StoreUnderTest.all)
    func aRevokedPermitNeverWrites(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        try await bench.write("old", for: Self.key)
        let permit = bench.permit()
        #expect(permit.revoke())
        #expect(try await bench.write("revoked", for: Self.key, under: permit) == .revoked)
        #expect(try await bench.text(for: Self.key) == "old")
    }

    @Test(arguments: StoreUnderTest.all)
    func aPermitIsUsedOnceAndCannotBeRevokedAfterwards(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let permit = bench.permit()
        #expect(try await bench.write("first", for: Self.key, under: permit) == .written)
        #expect(!permit.revoke())
        #expect(try await bench.write("second", for: Self.key, under: permit) != .written)
        #expect(try await bench.write("elsewhere", for: .named("b"), under: permit) != .written)
        #expect(try await bench.text(for: Self.key) == "first")
        #expect(try await bench.store.entry(for: .named("b")) == nil)
    }

    @Test(arguments: StoreUnderTest.all)
    func noMarkIsKeptWhenNoWorkIsOnItsWay(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        do {
            let slow = bench.permit()
            try await bench.write("a", for: Self.key)
            try await bench.store.removeAll(of: .default, at: bench.order.draw())
            try await bench.store.removeAll(at: bench.order.draw())
            #expect(await bench.store.markCount == 3)
            #expect(try await bench.write("late", for: Self.key, under: slow) == .superseded)
        }
        #expect(await bench.store.markCount == 0)
        try await bench.store.remove(Self.key, at: bench.order.draw())
        #expect(await bench.store.markCount == 0)
    }

    @Test(arguments: StoreUnderTest.all)
    func writesAtOnceLeaveTheNewest(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let permits = (0..<100).map { _ in bench.permit() }
        let store = bench.store
        try await withThrowingTaskGroup { group in
            for permit in permits.shuffled() {
                group.addTask {
                    let data = Data("\(permit.point.number)".utf8)
                    _ = try await store.write(.raw(data), for: Self.key, savedAt: Bench.savedAt, under: permit)
                }
            }
            try await group.waitForAll()
        }
        let newest = try #require(permits.last).point
        let entry = try #require(await store.entry(for: Self.key))
        #expect(entry.version == newest)
        #expect(entry.text == "\(newest.number)")
    }

    @Test(arguments: StoreUnderTest.all)
    func unequalWritesAtOnceAllLand(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let (store, order) = (bench.store, bench.order)
        try await withThrowingTaskGroup { group in
            for index in 0..<100 {
                group.addTask {
                    let data = Data("\(index)".utf8)
                    let permit = WritePermit(in: order)
                    return try await store.write(
                        .value(data),
                        for: .named("\(index)"),
                        savedAt: Bench.savedAt,
                        under: permit
                    )
                }
            }
            for try await outcome in group { #expect(outcome == .written) }
        }
        for index in 0..<100 { #expect(try await bench.text(for: .named("\(index)")) == "\(index)") }
        #expect(await store.markCount == 0)
    }
}
