import Foundation
import RequestScheduler
import RequestStores
import Testing

/// What every store keeps to, whatever it is made of.
@Suite(.timeLimit(.minutes(3)))
struct StoreContractTests {
    @Test(arguments: StoreUnderTest.all)
    func everyFormComesBackWithTheTimeItWasSavedAndItsVersion(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        for (index, payload) in [Data("bytes".utf8), Data(), Data([0, 255, 0]), Data(count: 300_000)].enumerated() {
            for content in [StoredContent.raw(payload), .value(payload)] {
                let key = StoreKey.named("\(index)")
                let permit = bench.permit()
                let outcome = try await bench.store.write(content, for: key, savedAt: Bench.savedAt, under: permit)
                let entry = try #require(await bench.store.entry(for: key))
                #expect(outcome == .written)
                #expect(entry.savedAt == Bench.savedAt)
                #expect(entry.version == permit.point)
                switch (entry.content, content) {
                case (.raw(let found), .raw(let given)), (.value(let found), .value(let given)):
                    #expect(found == given)
                default: Issue.record("the form changed")
                }
            }
        }
    }

    @Test(arguments: StoreUnderTest.all)
    func aLiveValueComesBackOrIsRefused(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let key = StoreKey.named("live")
        let write = { [store = bench.store, permit = bench.permit()] in
            try await store.write(.live(42), for: key, savedAt: Bench.savedAt, under: permit)
        }
        if bench.store.keepsLiveValues {
            #expect(try await write() == .written)
            guard case .live(let value) = try await bench.store.entry(for: key)?.content else {
                Issue.record("not live")
                return
            }
            #expect(value as? Int == 42)
        } else {
            await #expect(throws: (any Error).self) { try await write() }
            #expect(try await bench.store.entry(for: key) == nil)
        }
    }

    @Test(
        arguments: StoreUnderTest.all,
        [-1, 0, 0.1, 5, 1_000_000_000.000_000_1, Date.distantPast.timeIntervalSinceReferenceDate, 1e300] as [Double]
    )
    func theTimeSavedIsGivenBackExactly(_ kind: StoreUnderTest, seconds: Double) async throws {
        let bench = try await Bench(kind)
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        _ = try await bench.store.write(.raw(Data()), for: .named("a"), savedAt: date, under: bench.permit())
        #expect(try await bench.store.entry(for: .named("a"))?.savedAt == date)
    }

    @Test(arguments: StoreUnderTest.all)
    func aMissingEntryIsNil(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        #expect(try await bench.store.entry(for: .named("missing")) == nil)
        try await bench.store.remove(.named("missing"), at: bench.order.draw())
        try await bench.store.remove(.named("missing"), ifStill: bench.order.draw())
    }

    @Test(arguments: StoreUnderTest.all)
    func awkwardKeysAreStoredAndReadBackSeparately(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let names = [
            "", ".", "..", "../../evil", "/abs", "a/b", "a\\b", ".hidden", "name.tmp", "index", "a:b", "a", "a\0b",
            "a\0", "\0", "a\nb", "%2F", "/", "x.sqlite-wal", "'; DROP TABLE entry;--", "\"", "''", "A", "é", "e\u{301}",
            "Å", "\u{212B}", "A\u{30A}", "😀", String(repeating: "long", count: 5_000),
        ]
        let keys =
            names.map { StoreKey.named($0) } + names.map { StoreKey(namespace: $0, identifier: "") }
            + names.map { StoreKey(scope: $0, namespace: "", identifier: "") }
            + names.map { StoreKey.named("", DataClass(rawValue: $0)) }
        let distinct = Array(Set(keys))
        #expect(distinct.count == 4 * names.count - 1)
        for (index, key) in distinct.enumerated() { try await bench.write("\(index)", for: key) }
        for (index, key) in distinct.enumerated() { #expect(try await bench.text(for: key) == "\(index)") }
        for (index, key) in distinct.enumerated() where index.isMultiple(of: 2) {
            try await bench.store.remove(key, at: bench.order.draw())
        }
        for (index, key) in distinct.enumerated() {
            #expect(try await bench.text(for: key) == (index.isMultiple(of: 2) ? nil : "\(index)"))
        }
        let inFolder = try FileManager.default.contentsOfDirectory(atPath: bench.folder.url.path)
        #expect(inFolder.allSatisfy { $0.hasPrefix("store.") })
    }

    @Test(arguments: StoreUnderTest.all)
    func onlyTheRemovedEntryGoes(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        for name in ["a", "b"] { try await bench.write(name, for: .named(name)) }
        try await bench.store.remove(.named("a"), at: bench.order.draw())
        #expect(try await bench.text(for: .named("a")) == nil)
        #expect(try await bench.text(for: .named("b")) == "b")
    }

    @Test(arguments: StoreUnderTest.all)
    func removingAClassRemovesThatClassOnly(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let classes = [
            DataClass.user, .default, .init(rawValue: "é"), .init(rawValue: "e\u{301}"), .init(rawValue: ""),
        ]
        for dataClass in classes {
            for name in ["a", "b"] { try await bench.write(name, for: .named(name, dataClass)) }
        }
        for (index, removed) in classes.enumerated() {
            try await bench.store.removeAll(of: removed, at: bench.order.draw())
            for (other, dataClass) in classes.enumerated() {
                let isLeft = other > index
                #expect(try await bench.text(for: .named("a", dataClass)) == (isLeft ? "a" : nil))
                #expect(try await bench.text(for: .named("b", dataClass)) == (isLeft ? "b" : nil))
            }
        }
    }

    @Test(arguments: StoreUnderTest.all)
    func removingEverythingRemovesEveryClass(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        for dataClass in [DataClass.user, .default] { try await bench.write("a", for: .named("a", dataClass)) }
        try await bench.store.removeAll(at: bench.order.draw())
        for dataClass in [DataClass.user, .default] {
            #expect(try await bench.store.entry(for: .named("a", dataClass)) == nil)
        }
    }

    @Test(arguments: StoreUnderTest.all)
    func aVersionJudgedStaleIsRemovedOnlyIfItIsStillThere(_ kind: StoreUnderTest) async throws {
        let bench = try await Bench(kind)
        let key = StoreKey.named("a")
        try await bench.write("stale", for: key)
        let stale = try #require(await bench.store.entry(for: key)).version
        try await bench.write("fresh", for: key)
        try await bench.store.remove(key, ifStill: stale)
        let fresh = try #require(await bench.store.entry(for: key))
        #expect(fresh.text == "fresh")
        try await bench.store.remove(key, ifStill: fresh.version)
        #expect(try await bench.store.entry(for: key) == nil)
    }
}
