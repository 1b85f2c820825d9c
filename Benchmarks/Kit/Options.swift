/// What the command line asks for.
package struct Options: Hashable, Sendable {
    /// Only rows whose name contains this.
    package var filter: String?
    package var isQuick = false
    /// Where to keep this run.
    package var json: String?
    /// A kept run to compare with.
    package var base: String?
    /// Where to draw.
    package var chart: String?
    /// This process is this one of several that measure: it prints its rounds and nothing else.
    package var pass: Int?

    package struct Misuse: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    package static let usage =
        "usage: benchmarks [filter] [--quick] [--json FILE] [--compare FILE] [--chart FILE.svg]"

    package init(_ arguments: some Sequence<String>) throws(Misuse) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--pass": pass = rest.popFirst().flatMap { Int($0) }
            case "--json": json = try Options.file(after: argument, in: &rest)
            case "--compare": base = try Options.file(after: argument, in: &rest)
            case "--chart": chart = try Options.file(after: argument, in: &rest)
            case _ where argument.hasPrefix("-"): throw Misuse(description: "unknown option \(argument)")
            case _ where filter != nil: throw Misuse(description: "a second filter: \(argument)")
            default: filter = argument
            }
        }
    }

    private static func file(
        after option: String,
        in rest: inout ArraySlice<String>
    ) throws(Misuse) -> String {
        guard let file = rest.popFirst(), !file.hasPrefix("-") else {
            throw Misuse(description: "\(option) wants a file")
        }
        return file
    }

    package func wants(_ name: String) -> Bool {
        filter.map { name.contains($0) } ?? true
    }
}

/// How much a run measures: so many processes, so many rounds in each.
package struct Effort: Hashable, Sendable {
    package let passes: Int
    package let rounds: Int
    /// How many seconds it may go on looking for processes that nobody disturbs.
    package let limit: Double

    package static let quick = Effort(passes: 20, rounds: 10, limit: 50)
    package static let full = Effort(passes: 25, rounds: 40, limit: 300)
}
