import BenchmarkKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ReportTests {
    @Test func jsonComesBackAsItWent() throws {
        var row = RowRecord.made(ratio: 1.5)
        row.target = 1.8
        row.allocationTarget = 3
        let report = Report(rows: [row, RowRecord(name: "empty")])
        #expect(try Report(json: report.json()) == report)
    }

    @Test func processesOfOneRowAreGathered() {
        var report = Report(rows: [.made("a", ratio: 1)])
        report.merge(Report(rows: [.made("a", ratio: 2), .made("b", ratio: 3)]))
        #expect(report.rows.map(\.name) == ["a", "b"])
        #expect(report.rows[0].passes.count == 18)
        #expect(report.ordered(by: ["b", "a", "c"]).rows.map(\.name) == ["b", "a"])
    }

    @Test func aTargetIsMetAtThePessimisticEnd() {
        var row = RowRecord.made(ratio: 1.8, noise: 0.1)
        row.target = 1.8
        #expect(row.isMet == false)
        row.target = 2
        #expect(row.isMet == true)
        row.allocationTarget = 1
        #expect(row.isMet == false)
    }

    @Test func tooFewRoundsMeetNothing() {
        var row = RowRecord.made(ratio: 1)
        row.target = 2
        row.passes = Array(row.passes.prefix(8))
        #expect(row.isMet == nil)
    }

    @Test func columnsLineUp() {
        var table = Table(header: ["row", "figure"])
        table.lines = [["a", "1"], ["longer", "1,000"]]
        #expect(
            "\(table)" == """
                row     figure
                ──────  ──────
                a            1
                longer   1,000
                """
        )
    }

    @Test func aRowShowsItsFigures() {
        var row = RowRecord.made("echo", ratio: 1.5)
        row.target = 1.8
        let line = "\(Report(rows: [row]).table)".split(separator: "\n").last ?? ""
        let cells = line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        #expect(cells == "echo 150 ns 1 150 2.00 64 100 1.00 1.50 1.49–1.51 ≤ 1.8 yes")
    }

    @Test func aChartHasABarForEachRatio() {
        let svg = Chart(Report(rows: [.made("a < b & c", ratio: 2), RowRecord(name: "no floor")])).svg
        #expect(svg.contains("a &lt; b &amp; c"))
        #expect(!svg.contains("no floor"))
        #expect(svg.hasPrefix("<svg "))
    }
}
