#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import TestSupport

/// How often a model test is run, each time with another seed: `SEEDS` of the environment overrides it.
enum ModelSeeds {
    static func first(_ count: UInt64) -> Range<UInt64> {
        0..<(ProcessInfo.processInfo.environment["SEEDS"].flatMap { UInt64($0) } ?? count)
    }
}

extension SeededRandom {
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
