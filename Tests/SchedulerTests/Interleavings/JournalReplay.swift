@testable import RequestScheduler

extension FlightJournal {
    /// Tells a bare table everything again; what it answers differently is listed.
    static func differences(in entries: [Entry]) -> [String] {
        var table = Table()
        var differences: [String] = []
        func expect(_ isSame: Bool, _ index: Int) {
            if !isSame { differences.append("told again, event \(index) is answered differently: \(entries[index])") }
        }
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .begin(let candidate, let duplicates, let answer):
                expect(isSame(table.begin(candidate, duplicates), answer), index)
            case .link(let candidate, let answer): expect(table.link(candidate) == answer, index)
            case .relink(let id): table.relink(id)
            case .unlink(let id): table.unlink(id)
            case .arrive(let id): table.arrive(id)
            case .end(let id, let answer): expect(table.end(id) === answer, index)
            case .leave(let id, let remaining, let now, let answer):
                expect(isSame(table.leave(id, remaining: remaining, at: now), answer), index)
            case .take(let selector, let answer): expect(isSame(table.take(selector), answer), index)
            case .close(let answer): expect(isSame(table.close(), answer), index)
            case .due(let now, let answer):
                expect(isSame(table.takeDue(at: now).map(\.flight), answer.map(\.flight)), index)
            case .beginWrite(let id, let deadline): table.beginWrite(id, until: deadline)
            case .endWrite(let id): table.endWrite(id)
            }
        }
        return differences
    }

    private static func isSame(_ one: [Flight], _ other: [Flight]) -> Bool {
        one.map(ObjectIdentifier.init) == other.map(ObjectIdentifier.init)
    }

    private static func isSame(_ one: Table.Beginning, _ other: Table.Beginning) -> Bool {
        switch (one, other) {
        case (.started(let id, let replaced), .started(let otherID, let otherReplaced)):
            id == otherID && isSame(replaced, otherReplaced)
        case (.joined(let id, let flight), .joined(let otherID, let otherFlight)):
            id == otherID && flight === otherFlight
        case (.refused(let reason, let replaced), .refused(let otherReason, let otherReplaced)):
            reason == otherReason && isSame(replaced, otherReplaced)
        default: false
        }
    }

    private static func isSame(_ one: Table.Departure, _ other: Table.Departure) -> Bool {
        switch (one, other) {
        case (.none, .none): true
        case (.cancel(let flight), .cancel(let other)): flight === other
        default: false
        }
    }
}

extension InFlightTable.Due {
    fileprivate var flight: Flight {
        switch self {
        case .cancel(let flight), .endCommit(let flight): flight
        }
    }
}

extension Flight {
    /// Phase and callers of the cell, for a message.
    var describedCell: String { look { "\(CellPhase($0.phase)) with \($0.callers) callers" } }
}
