import Testing

@testable import RequestScheduler

/// Every event in every phase: what comes out, and which phase follows.
@Suite(.timeLimit(.minutes(3)))
struct FlightCellTableTests {
    enum Phase: String, CaseIterable { case open, answered, driving, committing, ended }

    enum Event: String, CaseIterable {
        case admitCaller, admitStream, takeArriving, takeStream, takeLeft, takeUnattended, parkArriving, parkLeft
        case leaveArriving, leaveWaiting, leaveStream, leaveLeft, leaveTwice, leaveTenTimes, claimStart, claimStartTwice
        case onCancel, report, answer, giveBackByDriver, giveBackByOther
        case beginCommit, end, endCommit, cancel
    }

    /// Four callers: 0 on its way and later the driver, 1 waiting, 2 a stream, 3 gone.
    ///
    /// Where an answer waits for somebody, nobody can be parked, and 1 is on its way too.
    static func cell(in phase: Phase) -> NamedCell {
        var cell = NamedCell()
        _ = cell.admit(priority: 1)
        _ = cell.admit(priority: 1)
        _ = cell.admit(priority: 1, streaming: "stream")
        _ = cell.admit(priority: 1)
        _ = cell.leave(3)
        if phase != .answered { _ = cell.park(1, "one") }
        if phase == .open || phase == .answered { _ = cell.onCancel {} }
        if phase == .open { return cell }
        if phase == .ended {
            _ = cell.cancel("over")
            return cell
        }
        if phase == .answered {
            _ = cell.answer("data")
            return cell
        }
        // A parked caller would be given the baton before 0: the one that waits parks after 0 has taken it.
        _ = cell.leave(1)
        _ = cell.admit(priority: 1)
        _ = cell.answer("data")
        _ = cell.take(0)
        _ = cell.park(4, "one")
        if phase == .committing { _ = cell.beginCommit("value") {} }
        return cell
    }

    /// The token of the caller that waits, or is on its way where nobody can wait.
    static func waiting(in phase: Phase) -> Int { phase == .driving || phase == .committing ? 4 : 1 }

    static func apply(_ event: Event, to cell: inout NamedCell, in phase: Phase) -> String {
        switch event {
        case .admitCaller: cell.admit(priority: 1) == nil ? "refuse" : "admit"
        case .admitStream: cell.admit(priority: 1, streaming: "new") == nil ? "refuse" : "admit"
        case .takeArriving: cell.take(0).text
        case .takeStream: cell.take(2).text
        case .takeLeft: cell.take(3).text
        case .takeUnattended: cell.take(nil).text
        case .parkArriving: cell.park(0, "zero")?.text ?? "stay"
        case .parkLeft: cell.park(3, "three")?.text ?? "stay"
        case .leaveArriving: cell.leave(0).text
        case .leaveWaiting: cell.leave(waiting(in: phase)).text
        case .leaveStream: cell.leave(2).text
        case .leaveLeft: cell.leave(3).text
        case .leaveTwice: cell.leave(waiting(in: phase)).text + "; " + cell.leave(waiting(in: phase)).text
        case .leaveTenTimes: (0..<10).map { _ in cell.leave(0).text }.joined(separator: " ")
        case .claimStart: cell.claimStart() ? "start" : "do not start"
        case .claimStartTwice: [cell.claimStart(), cell.claimStart()].map { $0 ? "yes" : "no" }.joined(separator: " ")
        case .onCancel: cell.onCancel {} ? "run handler" : "nothing"
        case .report: "tell " + cell.report(TransferProgress(received: 1)).joined(separator: " ")
        case .answer: cell.answer("later").text
        case .giveBackByDriver: cell.giveBack(0).text
        case .giveBackByOther: cell.giveBack(2).text
        case .beginCommit: cell.beginCommit("value") {} ? "store" : "do not store"
        case .end: cell.end("done").text
        case .endCommit: cell.endCommit().text
        case .cancel: cell.cancel("cancelled").text
        }
    }

    @Test func theTableIsComplete() {
        #expect(Set(FlightCellTable.rows.keys) == Set(Event.allCases))
        for (event, row) in FlightCellTable.rows { #expect(Set(row.keys) == Set(Phase.allCases), "\(event)") }
    }

    @Test func theCellsOfTheTableAreInTheirPhases() {
        for phase in Phase.allCases {
            let cell = Self.cell(in: phase)
            #expect(cell.phaseText.hasPrefix(phase.rawValue))
            #expect(cell.callers == 3)
            let place = cell.placeText(Self.waiting(in: phase))
            #expect(place == (phase == .answered || phase == .ended ? "arriving" : "parked one"))
            #expect(cell.placeText(3) == "left")
        }
    }

    @Test(arguments: Event.allCases, Phase.allCases)
    func anEventDoesWhatTheTableSays(event: Event, phase: Phase) {
        var cell = Self.cell(in: phase)
        let action = Self.apply(event, to: &cell, in: phase)
        #expect("\(action) → \(cell.phaseText), \(cell.callers)" == FlightCellTable.rows[event]?[phase])
    }
}
