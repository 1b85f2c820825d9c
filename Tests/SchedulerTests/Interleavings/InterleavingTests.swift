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
        return 0..<(environment["SEEDS"].flatMap { UInt64($0) } ?? 500)
    }

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
        print("interleavings: \(Self.seeds.count) seeds, \(histories.count) distinct histories,", terminator: " ")
        print("\(meetings.count) of \(CellEvent.allCases.count * CellPhase.allCases.count) events × phases")
        let all = CellEvent.allCases.flatMap { event in
            CellPhase.allCases.map { FlightJournal.Meeting(event: event, phase: $0) }
        }
        print(all.filter { !meetings.contains($0) }.map { "\($0.event) in \($0.phase)" }.joined(separator: ", "))
    }
}
