import BenchmarkKit
import Foundation

@main
struct Benchmarks {
    @concurrent
    static func main() async {
        do {
            if CommandLine.arguments.dropFirst().first == ServerProcess.option { return try ServerProcess.serve() }
            try await run(try Options(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n\(Options.usage)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        if let number = options.pass {
            let pass = Pass(effort: options.isQuick ? .quick : .full, number: number)
            let report = await pass.measure(Row.all.filter { options.wants($0.name) })
            return FileHandle.standardOutput.write(try report.json())
        }
        let base = try options.base.map { try Report(json: Data(contentsOf: URL(fileURLWithPath: $0))) }
        let report = try Run(options: options, base: base).measure()
        print(report.table)
        print("\nCPU: of the whole process. Ratio: to the floor, measured in turn with it in the same process.")
        print("Met: the worse end of the middle half of the rounds reaches the target.")
        if let json = options.json { try report.json().write(to: URL(fileURLWithPath: json)) }
        if let chart = options.chart {
            try Data(Chart(report).svg.utf8).write(to: URL(fileURLWithPath: chart))
        }
        if let base { tell(Comparison(of: report, to: base)) }
    }

    private static func tell(_ comparison: Comparison) {
        var table = Table(header: ["compared with the other run, by CPU time relative to the floor", ""])
        table.lines = comparison.rows.map { [$0.name, "\($0)"] }
        print("\n\(table)")
        let changed = comparison.changed
        let verdict = changed.isEmpty ? "No change" : "Changed: \(changed.map(\.name).joined(separator: ", "))"
        let judged = comparison.rows.count { $0.shift != nil }
        print("\n\(verdict) (time judged in \(judged) of \(comparison.rows.count) rows)")
    }
}
