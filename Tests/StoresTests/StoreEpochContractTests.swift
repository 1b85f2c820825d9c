import RequestScheduler
import Testing

/// The order that every store on a disk keeps between runs, each of which numbers its work anew.
@Suite(.timeLimit(.minutes(3)))
struct StoreEpochContractTests {
    private let key = StoreFenceContractTests.key

    /// Two runs over the same entries; the numbers of the first are the higher ones.
    private func runs(over kind: StoreUnderTest) async throws -> (earlier: Bench, later: Bench) {
        let earlier = try await Bench(kind)
        for _ in 0..<100 { _ = earlier.order.draw() }
        #expect(try await earlier.write("earlier run", for: key) == .written)
        return (earlier, try await Bench(kind, in: earlier.folder))
    }

    @Test(arguments: StoreUnderTest.persistent)
    func aWriteOfALaterRunLandsOverAnEntryWithAHigherNumber(_ kind: StoreUnderTest) async throws {
        let (earlier, later) = try await runs(over: kind)
        #expect(try await later.write("later run", for: key) == .written)
        #expect(try await earlier.text(for: key) == "later run")
        // And back: between runs the order of the commits decides.
        #expect(try await earlier.write("earlier again", for: key) == .written)
        #expect(try await later.text(for: key) == "earlier again")
    }

    @Test(arguments: StoreUnderTest.persistent, StoreFenceContractTests.Removal.allCases)
    func aRemovalCoversWhatAnotherRunCommitted(
        _ kind: StoreUnderTest,
        _ removal: StoreFenceContractTests.Removal
    ) async throws {
        let (earlier, later) = try await runs(over: kind)
        try await removal.run(on: later.store, at: later.order.draw())
        #expect(try await earlier.store.entry(for: key) == nil)
    }
}
