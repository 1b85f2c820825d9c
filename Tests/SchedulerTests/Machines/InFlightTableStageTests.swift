import Testing

@testable import RequestScheduler

/// Every operation but beginning, in every stage: what it answers, and what is in the table after it.
@Suite(.timeLimit(.minutes(3)))
struct InFlightTableStageTests {
    typealias Table = NumberedTable

    enum Stage: CaseIterable { case network, reading, linkedReading, absent, closed }

    enum Operation: CaseIterable {
        case containsIdentity, containsType, containsKey, containsKeyType, containsEverything, containsOther
        case takeIdentity, takeType, takeKey, takeKeyType, takeEverything, takeOther
        case end, endTwice, lastLeaves, oneLeaves, arrive, link, relink, unlink
        case beginWrite, endWrite, takeDue, close
    }

    /// Flight 0 with all properties in that stage, and the id it has or had.
    private static func table(in stage: Stage) -> (Table, FlightID) {
        var table = Table()
        let tableStage: Table.Stage =
            switch stage {
            case .reading: .reading
            case .linkedReading: .linkedReading
            case .network, .absent, .closed: .network
            }
        let id = table.add(Table.candidate(0, tableStage, key: "key"))
        if stage == .absent { table.end(id) }
        if stage == .closed { _ = table.close() }
        return (table, id)
    }

    private static func apply(_ operation: Operation, to table: inout Table, _ id: FlightID) -> String {
        func list(_ flights: [Int]) -> String { flights.isEmpty ? "nothing" : "\(flights)" }
        func found(_ selector: Table.Selector) -> String { table.contains(selector) ? "found" : "not found" }
        switch operation {
        case .containsIdentity: return found(.identity("request"))
        case .containsType: return found(.type(Kind.first.id))
        case .containsKey: return found(.key("key"))
        case .containsKeyType: return found(.keyType(Kind.first.id))
        case .containsEverything: return found(.everything)
        case .containsOther:
            let others: [Table.Selector] = [
                .identity("key"), .type(Kind.second.id), .key("request"), .keyType(Kind.second.id),
            ]
            return others.contains(where: table.contains) ? "found" : "not found"
        case .takeIdentity: return list(table.take(.identity("request")))
        case .takeType: return list(table.take(.type(Kind.first.id)))
        case .takeKey: return list(table.take(.key("key")))
        case .takeKeyType: return list(table.take(.keyType(Kind.first.id)))
        case .takeEverything: return list(table.take(.everything))
        case .takeOther: return list(table.take(.key("request")) + table.take(.identity("key")))
        case .end: return table.end(id).map { "\($0)" } ?? "nothing"
        case .endTwice:
            return [table.end(id), table.end(id)].map { $0.map { "\($0)" } ?? "nothing" }.joined(separator: " ")
        case .lastLeaves: return table.leave(id, remaining: 0, at: .zero).text
        case .oneLeaves: return table.leave(id, remaining: 1, at: .zero).text
        case .arrive:
            table.arrive(id)
            return ""
        case .link: return table.link(Table.candidate(1, .linkedReading, identity: nil)) == nil ? "refused" : "linked"
        case .relink:
            table.relink(id)
            return table.contains(.everything) ? "found" : "not found"
        case .unlink:
            table.unlink(id)
            return table.contains(.everything) ? "found" : "not found"
        case .beginWrite:
            table.beginWrite(id, until: .seconds(1))
            return table.nextDeadline == nil ? "no timer" : "timer"
        case .endWrite:
            table.beginWrite(id, until: .seconds(1))
            table.endWrite(id)
            return table.nextDeadline == nil && table.writing.isEmpty ? "nothing left" : "something left"
        case .takeDue:
            table.beginWrite(id, until: .seconds(1))
            return table.takeDue(at: .seconds(1)).map(\.text).joined()
        case .close: return list(table.close())
        }
    }

    private typealias Row = [Stage: String]

    /// What is answered, and how many entries there are afterwards.
    private static let rows: [Operation: Row] = [
        .containsIdentity: row("found, 1", "found, 1", "not found, 1", "not found, 0", "not found, 0"),
        .containsType: row("found, 1", "found, 1", "not found, 1", "not found, 0", "not found, 0"),
        .containsKey: row("found, 1", "found, 1", "not found, 1", "not found, 0", "not found, 0"),
        .containsKeyType: row("found, 1", "found, 1", "not found, 1", "not found, 0", "not found, 0"),
        .containsEverything: row("found, 1", "found, 1", "not found, 1", "not found, 0", "not found, 0"),
        .containsOther: row("not found, 1", "not found, 1", "not found, 1", "not found, 0", "not found, 0"),
        .takeIdentity: row("[0], 0", "[0], 0", "nothing, 1", "nothing, 0", "nothing, 0"),
        .takeType: row("[0], 0", "[0], 0", "nothing, 1", "nothing, 0", "nothing, 0"),
        .takeKey: row("[0], 0", "[0], 0", "nothing, 1", "nothing, 0", "nothing, 0"),
        .takeKeyType: row("[0], 0", "[0], 0", "nothing, 1", "nothing, 0", "nothing, 0"),
        .takeEverything: row("[0], 0", "[0], 0", "nothing, 1", "nothing, 0", "nothing, 0"),
        .takeOther: row("nothing, 1", "nothing, 1", "nothing, 1", "nothing, 0", "nothing, 0"),
        .end: row("0, 0", "0, 0", "0, 0", "nothing, 0", "nothing, 0"),
        .endTwice: row("0 nothing, 0", "0 nothing, 0", "0 nothing, 0", "nothing nothing, 0", "nothing nothing, 0"),
        .lastLeaves: row("cancel 0, 0", "cancel 0, 0", "cancel 0, 0", "nothing, 0", "nothing, 0"),
        .oneLeaves: row("nothing, 1", "nothing, 1", "nothing, 1", "nothing, 0", "nothing, 0"),
        .arrive: row(", 1", ", 1", ", 1", ", 0", ", 0"),
        .link: row("linked, 2", "linked, 2", "linked, 2", "linked, 1", "refused, 0"),
        .relink: row("not found, 1", "not found, 1", "not found, 1", "not found, 0", "not found, 0"),
        .unlink: row("found, 1", "found, 1", "found, 1", "not found, 0", "not found, 0"),
        .beginWrite: row("timer, 1", "timer, 1", "timer, 1", "no timer, 0", "no timer, 0"),
        .endWrite: row("nothing left, 1", "nothing left, 1", "nothing left, 1", "nothing left, 0", "nothing left, 0"),
        .takeDue: row("end commit of 0, 1", "end commit of 0, 1", "end commit of 0, 1", ", 0", ", 0"),
        .close: row("[0], 0", "[0], 0", "nothing, 1", "nothing, 0", "nothing, 0"),
    ]

    private static func row(
        _ network: String,
        _ reading: String,
        _ linkedReading: String,
        _ absent: String,
        _ closed: String
    ) -> Row {
        [.network: network, .reading: reading, .linkedReading: linkedReading, .absent: absent, .closed: closed]
    }

    @Test func theTableIsComplete() {
        #expect(Set(Self.rows.keys) == Set(Operation.allCases))
        for (operation, row) in Self.rows { #expect(Set(row.keys) == Set(Stage.allCases), "\(operation)") }
    }

    @Test(arguments: Operation.allCases, Stage.allCases)
    func anOperationDoesWhatTheTableSays(operation: Operation, stage: Stage) {
        var (table, id) = Self.table(in: stage)
        let answer = Self.apply(operation, to: &table, id)
        #expect("\(answer), \(table.count)" == Self.rows[operation]?[stage])
        table.endWrite(id)
        let rest = table.entries.map(\.id)
        for id in rest { table.end(id) }
        #expect(table.isIdle)
    }
}
