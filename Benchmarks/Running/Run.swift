import BenchmarkKit
import Foundation

/// A run: several processes one after the other, since what differs between two processes (addresses, hash seeds, what
/// else the machine does) differs between two runs, too, and must be known to tell a change from noise.
struct Run {
    let options: Options
    let base: Report?

    func measure() throws -> Report {
        let start = Date()
        let effort = options.isQuick ? Effort.quick : .full
        var report = Report()
        for pass in 1...effort.passes {
            report.merge(try self.pass(pass, "process \(pass) of \(effort.passes)", filter: options.filter))
        }
        while start.timeIntervalSinceNow > -effort.limit,
            let row = Comparison.undecided(in: report, comparedTo: base).randomElement()
        {
            report.merge(try pass(0, "the machine is busy: once more", filter: row))
        }
        Progress.clear()
        return report.ordered(by: Row.all.map(\.name))
    }

    private func pass(_ number: Int, _ name: String, filter: String?) throws -> Report {
        let process = Process()
        let output = Pipe()
        let progress = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments =
            ["--pass", "\(number)"] + (options.isQuick ? ["--quick"] : []) + (filter.map { [$0] } ?? [])
        process.standardOutput = output
        process.standardError = progress
        try process.run()
        progress.fileHandleForReading.readabilityHandler = { handle in
            let line = String(decoding: handle.availableData, as: UTF8.self).split(separator: "\n").last
            if let line { Progress.show("\(name), \(line)") }
        }
        let json = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        progress.fileHandleForReading.readabilityHandler = nil
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(name) failed; run it with --pass \(number)")
        }
        return try Report(json: json)
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

/// One line of a terminal that is written over and over; nothing where there is no terminal.
private enum Progress {
    static func show(_ line: String) {
        guard isatty(STDERR_FILENO) != 0 else { return }
        write("\r\u{1B}[K" + line)
    }

    static func clear() {
        guard isatty(STDERR_FILENO) != 0 else { return }
        write("\r\u{1B}[K")
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
