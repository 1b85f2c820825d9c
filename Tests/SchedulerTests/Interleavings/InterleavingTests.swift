import TestSupport
import Testing

@testable import RequestScheduler

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Random histories of a real coordinator, each decided by its seed alone.
///
/// `SEEDS=100000` runs as many; `SEED=1234` runs that one.
@Suite(.timeLimit(.minutes(10)))
struct InterleavingTests {
    static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["SEED"].flatMap({ UInt64($0) }) { return seed..<(seed + 1) }
        return 0..<(environment["SEEDS"].flatMap { UInt64($0) } ?? 2000)
    }

    /// Pairs that no history of one thread reaches: an event that only its phase brings about, or one that only a
    /// second thread could put between two steps of a caller.
    ///
    /// The cell's own tests try them all the same.
    static let impossible: [CellEvent: Set<CellPhase>] = [
        .park: [.answered, .ended],
        .claimStart: [.committing],
        .giveBack: [.open, .answered, .committing],
        .beginCommit: [.open, .answered, .committing, .ended],
        .end: [.open, .answered],
        .endCommit: [.open, .answered, .driving],
    ]

    @Test func everyHistoryEndsEveryCallOnceAndLeavesNothing() {
        var histories: Set<Int> = []
        var meetings: Set<FlightJournal.Meeting> = []
        for seed in Self.seeds {
            var interleaving = Interleaving(seed: seed)
            interleaving.run()
            for problem in interleaving.problems { Issue.record("seed \(seed): \(problem)") }
            histories.insert(interleaving.history.finalize())
            meetings.formUnion(interleaving.meetings)
        }
        let possible = CellEvent.allCases.flatMap { event in
            CellPhase.allCases.filter { !Self.impossible[event, default: []].contains($0) }
                .map { FlightJournal.Meeting(event: event, phase: $0) }
        }
        print("interleavings: \(Self.seeds.count) seeds, \(histories.count) distinct histories,", terminator: " ")
        print("\(meetings.count) of \(possible.count) pairs of phase and event")
        guard Self.seeds.count >= 2000 else { return }
        for pair in possible where !meetings.contains(pair) {
            Issue.record("no history reaches \(pair.event) in \(pair.phase)")
        }
    }
}
