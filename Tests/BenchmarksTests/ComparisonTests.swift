import BenchmarkKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ComparisonTests {
    private func compare(_ row: RowRecord, to base: RowRecord) throws -> Comparison.Row {
        try #require(Comparison(of: Report(rows: [row]), to: Report(rows: [base])).rows.first)
    }

    @Test func aRunIsNoChangeFromItself() throws {
        let row = try compare(.made(ratio: 2), to: .made(ratio: 2))
        #expect(!row.hasChanged)
        #expect("\(row)".hasPrefix("no change (± "))
    }

    @Test func aTenthMoreIsSlower() throws {
        let row = try compare(.made(ratio: 2.2), to: .made(ratio: 2))
        #expect("\(row)".hasPrefix("slower by 10.0 % ± "))
        #expect(row.hasChanged)
    }

    @Test func aTenthLessIsFaster() throws {
        let row = try compare(.made(ratio: 1.8), to: .made(ratio: 2))
        #expect("\(row)".hasPrefix("faster by 10.0 % ± "))
    }

    @Test func whatIsSureButSmallIsNoChange() throws {
        let row = try compare(.made(ratio: 2.08, noise: 0.001), to: .made(ratio: 2, noise: 0.001))
        #expect(row.change == nil)
    }

    @Test func whatIsLargeButUnsureIsNoChange() throws {
        let row = try compare(.made(ratio: 2.2, noise: 0.5), to: .made(ratio: 2, noise: 0.5))
        #expect(row.change == nil)
        #expect(row.noise > 0.1)
    }

    /// Half of the processes run on a busy machine, where the row suffers more than its floor.
    @Test func aBusyMachineIsNoChange() throws {
        var busy = RowRecord.made(ratio: 2)
        busy.passes += busy.passes.map { rounds in
            rounds.map { round in
                var round = round
                round.subject.cpu *= 1.8
                round.floor?.cpu *= 1.5
                return round
            }
        }
        let row = try compare(busy, to: .made(ratio: 2))
        #expect(!row.hasChanged)
        #expect(row.noise < 0.02)
        #expect(try compare(busy, to: .made(ratio: 1.8)).change != nil)
    }

    @Test func aRunOnAMachineThatWasBusyThroughoutIsNotJudged() throws {
        var busy = RowRecord.made(ratio: 3)
        busy.passes = busy.passes.map { rounds in
            rounds.map { round in
                var round = round
                round.floor?.cpu *= 1.5
                return round
            }
        }
        #expect(try compare(busy, to: .made(ratio: 1)).shift == nil)
    }

    /// Neighbours on the machine slow most processes down, more the row than its floor: those are compared with each other.
    @Test func runsOnAMachineThatIsMostlySlowAreJudgedAtThatSpeed() throws {
        func mostlySlow(ratio: Double) -> RowRecord {
            var row = RowRecord.made(ratio: ratio)
            row.passes = row.passes.enumerated().map { number, rounds in
                guard number >= 2 else { return rounds }
                return rounds.map { round in
                    var round = round
                    round.subject.cpu *= 1.8
                    round.floor?.cpu *= 1.5
                    return round
                }
            }
            return row
        }
        let same = try compare(mostlySlow(ratio: 2), to: mostlySlow(ratio: 2))
        #expect(same.shift != nil)
        #expect(!same.hasChanged)
        #expect(try compare(mostlySlow(ratio: 2.2), to: mostlySlow(ratio: 2)).hasChanged)
    }

    @Test func moreProcessesAreWantedWhereTheyCanTell() {
        var short = RowRecord.made(ratio: 2)
        short.passes = Array(short.passes.prefix(3))
        let long = Report(rows: [.made(ratio: 2)])
        #expect(Comparison.undecided(in: Report(rows: [short]), comparedTo: nil) == ["row"])
        #expect(Comparison.undecided(in: Report(rows: [short]), comparedTo: long) == ["row"])
        #expect(Comparison.undecided(in: long, comparedTo: Report(rows: [short])).isEmpty)
        #expect(Comparison.undecided(in: long, comparedTo: long).isEmpty)
    }

    @Test func oneAllocationMoreIsAChange() throws {
        let row = try compare(.made(ratio: 2, allocations: 3), to: .made(ratio: 2, allocations: 2))
        #expect("\(row)" == "allocations +1")
    }

    @Test func halfAHundredthOfAnAllocationIsNone() throws {
        let row = try compare(.made(ratio: 2, allocations: 2.004), to: .made(ratio: 2, allocations: 2))
        #expect(row.allocations == 0)
    }

    @Test func allocationsThatDependOnTheScheduleAreNotCompared() throws {
        var other = RowRecord.made(ratio: 2, allocations: 5)
        other.countsExactly = false
        #expect(try compare(other, to: .made(ratio: 2, allocations: 2)).allocations == 0)
    }

    @Test func oneProcessIsTooFew() throws {
        var short = RowRecord.made(ratio: 3)
        short.passes = Array(short.passes.prefix(1))
        #expect("\(try compare(short, to: .made(ratio: 2)))" == "no change (too few processes at one speed to say)")
    }

    @Test func rowsWithoutAFloorOrACounterpartAreLeftOut() {
        var floor = RowRecord.made("floor", ratio: 1)
        floor.floorName = nil
        let run = Report(rows: [floor, .made("new", ratio: 1)])
        #expect(Comparison(of: run, to: Report(rows: [floor])).rows.isEmpty)
    }
}
