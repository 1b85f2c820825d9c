import BenchmarkKit
import Foundation

/// What one of the measuring processes does: every row once, in random order, each round side by side with its floor.
struct Pass {
    let effort: Effort
    let number: Int

    @concurrent
    func measure(_ rows: [Row]) async -> Report {
        var report = Report()
        for row in rows.shuffled() where isTurn(of: row) {
            let rounds = max(1, effort.rounds / row.cost)
            var record = row.record
            var measured: [Round] = []
            for number in -warmUps(of: row)..<rounds {
                tell("\(row.name): \(number < 0 ? "warming up" : "round \(number + 1) of \(rounds)")")
                let round = await self.round(of: row)
                if number >= 0 { measured.append(round) }
            }
            record.passes = [measured]
            report.rows.append(record)
        }
        return report
    }

    /// In little time, what is dearest is left to one process in three.
    private func isTurn(of row: Row) -> Bool {
        row.cost < 100 || effort != .quick || number.isMultiple(of: 3)
    }

    /// What is dear is not warmed up for long, and the heap has nothing to warm.
    private func warmUps(of row: Row) -> Int {
        switch row.cost {
        case ...3: 5
        case ...30: 1
        default: 0
        }
    }

    private func round(of row: Row) async -> Round {
        guard let floor = row.floor else { return Round(subject: await row.subject(row.operations), floor: nil) }
        if Bool.random() {
            let subject = await row.subject(row.operations)
            return Round(subject: subject, floor: await floor.workload(row.operations))
        }
        let below = await floor.workload(row.operations)
        return Round(subject: await row.subject(row.operations), floor: below)
    }

    /// Progress goes to whoever started this process.
    private func tell(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
