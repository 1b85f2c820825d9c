/// By how much one set of figures lies above another, and how sure that is, from their ranks alone.
///
/// The estimate is the median of all differences between a figure of the one and a figure of the other (Hodges and
/// Lehmann). The interval holds the true shift with the confidence asked for, whatever the figures' distribution: it
/// leaves out as many of the smallest and the largest differences as the rank test of Mann and Whitney allows.
package struct RankInterval: Hashable, Sendable {
    package let estimate: Double
    package let lower: Double
    package let upper: Double

    /// `nil` where there are too few figures to be as sure as that.
    package init?(shiftOf figures: [Double], from base: [Double], confidence: Double) {
        let differences = figures.flatMap { figure in base.map { figure - $0 } }.sorted()
        let allowed = RankInterval.leftOut(figures.count, base.count, tail: (1 - confidence) / 2)
        guard let allowed, 2 * allowed < differences.count else { return nil }
        estimate = differences.median
        lower = differences[allowed]
        upper = differences[differences.count - 1 - allowed]
    }

    package var excludesZero: Bool { lower > 0 || upper < 0 }

    /// How many differences may be left out at each end; `nil` if not even the outermost may bound the interval.
    static func leftOut(_ count: Int, _ baseCount: Int, tail: Double) -> Int? {
        guard count > 0, baseCount > 0 else { return nil }
        let ways = waysToRank(count, baseCount)
        let total = ways.reduce(0, +)
        var cumulated = 0.0
        var statistic = 0
        while statistic < ways.count, (cumulated + ways[statistic]) / total <= tail {
            cumulated += ways[statistic]
            statistic += 1
        }
        return statistic == 0 ? nil : statistic - 1
    }

    /// In how many ways so many figures can be ranked among others, by the statistic of Mann and Whitney.
    static func waysToRank(_ count: Int, _ baseCount: Int) -> [Double] {
        // table[k][u]: choices of k among the places seen so far whose ranks exceed the least possible by u.
        var table = [[Double]](repeating: [Double](repeating: 0, count: count * baseCount + 1), count: count + 1)
        table[0][0] = 1
        for place in 0..<(count + baseCount) {
            for chosen in stride(from: min(count, place + 1), through: 1, by: -1) {
                let excess = place - (chosen - 1)
                guard excess <= count * baseCount else { continue }
                for statistic in stride(from: count * baseCount, through: excess, by: -1) {
                    table[chosen][statistic] += table[chosen - 1][statistic - excess]
                }
            }
        }
        return table[count]
    }
}
