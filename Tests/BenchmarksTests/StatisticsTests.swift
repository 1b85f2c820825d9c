import Testing

@testable import BenchmarkKit

@Suite(.timeLimit(.minutes(3)))
struct StatisticsTests {
    @Test func quartilesLieBetweenTheFigures() throws {
        let quartiles = try #require(Quartiles([4, 1, 3, 2, 5]))
        #expect(quartiles.lower == 2)
        #expect(quartiles.median == 3)
        #expect(quartiles.upper == 4)
        #expect(quartiles.spread == 2)
        #expect([1.0, 2].median == 1.5)
    }

    @Test func noFiguresHaveNoQuartiles() {
        #expect(Quartiles([]) == nil)
        #expect([Double]().median.isNaN)
    }

    /// By counting: of the six ways to choose two of four places, one has the least sum of ranks, one the next, two the one
    /// after.
    @Test func waysToRankAreCounted() {
        #expect(RankInterval.waysToRank(2, 2) == [1, 1, 2, 1, 1])
        #expect(RankInterval.waysToRank(9, 9).reduce(0, +) == 48_620)
    }

    /// The published table of the two-sided test at 5 %: for two samples of eight, a statistic of 13 still rejects.
    @Test func asManyDifferencesAreLeftOutAsThePublishedTableAllows() {
        #expect(RankInterval.leftOut(8, 8, tail: 0.025) == 13)
        #expect(RankInterval.leftOut(3, 3, tail: 0.025) == nil)
    }

    @Test func aShiftIsFoundAndTheOutlierDoesNotHideIt() throws {
        let base = [1.00, 1.01, 0.99, 1.02, 0.98, 1.00, 1.01, 0.99, 1.00]
        var figures = base.map { $0 + 0.1 }
        figures[0] = 9
        let interval = try #require(RankInterval(shiftOf: figures, from: base, confidence: 0.999))
        #expect(interval.excludesZero)
        #expect(abs(interval.estimate - 0.1) < 0.02)
    }

    @Test func equalFiguresHaveNoShift() throws {
        let base = [1.00, 1.01, 0.99, 1.02, 0.98, 1.00, 1.01, 0.99, 1.00]
        let interval = try #require(RankInterval(shiftOf: base, from: base.reversed(), confidence: 0.999))
        #expect(interval.estimate == 0)
        #expect(!interval.excludesZero)
    }

    @Test func tooFewFiguresSayNothing() {
        #expect(RankInterval(shiftOf: [2, 2, 2], from: [1, 1, 1], confidence: 0.999) == nil)
    }

    @Test(arguments: [
        (0.0, 0, "0"), (1234567.4, 0, "1,234,567"), (1.005, 1, "1.0"), (-0.001, 2, "0.00"), (2.5, 2, "2.50"),
        (1999.996, 2, "2,000.00"), (.infinity, 1, "–"),
    ])
    func figuresAreReadable(_ number: Double, _ digits: Int, _ text: String) {
        #expect(Figure.fixed(number, digits) == text)
    }

    @Test func shortFiguresEndWhereTheyCan() {
        #expect([1, 1.5, 1.25, 100].map { Figure.short($0) } == ["1", "1.5", "1.25", "100"])
    }
}
