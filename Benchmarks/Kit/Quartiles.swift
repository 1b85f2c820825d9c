/// The middle of some figures and the two values that hold half of them between them.
package struct Quartiles: Hashable, Sendable {
    package let lower: Double
    package let median: Double
    package let upper: Double

    /// `nil` for no figures at all.
    package init?(_ figures: some Collection<Double>) {
        guard !figures.isEmpty else { return nil }
        let sorted = figures.sorted()
        func value(at part: Double) -> Double {
            let position = part * Double(sorted.count - 1)
            let below = Int(position)
            let above = min(below + 1, sorted.count - 1)
            return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
        }
        lower = value(at: 0.25)
        median = value(at: 0.5)
        upper = value(at: 0.75)
    }

    /// The interquartile range.
    package var spread: Double { upper - lower }
}

extension Collection<Double> {
    /// The middle figure; not a number where there is none.
    package var median: Double { Quartiles(self)?.median ?? .nan }
}
