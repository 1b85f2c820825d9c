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
            let rounds = rounds(of: row)
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

    /// What is dear is left to some of the processes.
    private func isTurn(of row: Row) -> Bool {
        switch row.cost {
        case ..<30: true
        case ..<100: number.isMultiple(of: 3)
        case ..<1000: number.isMultiple(of: effort == .quick ? 9 : 3)
        // Only where there is time for it.
        default: effort != .quick && number.isMultiple(of: 5)
        }
    }

    private func rounds(of row: Row) -> Int {
        row.cost < 100 ? max(2, effort.rounds / row.cost) : 1 + effort.rounds / 40
    }

    /// What is dear is not warmed up for long, and the heap has nothing to warm.
    private func warmUps(of row: Row) -> Int {
        switch row.cost {
        case ..<10: 4
        case ..<100: 1
        default: 0
        }
    }

    private func round(of row: Row) async -> Round {
        guard let floor = row.floor else { return Round(subject: await row.subject(row.operations), floor: nil) }
        if Bool.random() {
            let subject = await row.subject(row.operations)
            return Round(subject: subject, floor: await floor.workload(row.operations * floor.pace))
        }
        let below = await floor.workload(row.operations * floor.pace)
        return Round(subject: await row.subject(row.operations), floor: below)
    }

    /// Progress goes to whoever started this process.
    private func tell(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
