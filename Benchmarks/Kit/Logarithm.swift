#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Relative changes as differences: twice as much and half as much are equally far from no change.
enum Logarithm {
    static func of(_ ratio: Double) -> Double { log(ratio) }

    static func power(_ difference: Double) -> Double { exp(difference) }
}
