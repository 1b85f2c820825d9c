import TestSupport
import Testing

@testable import RequestScheduler

@Suite(.timeLimit(.minutes(3)))
struct FlightCellTests {
    var cell = NamedCell()

    /// Callers of these priorities, all parked, named after their tokens.
    private mutating func park(_ priorities: UInt8...) {
        for priority in priorities {
            guard let token = cell.admit(priority: priority) else { continue }
            _ = cell.park(token, "c\(token)")
        }
    }

    // MARK: The baton

    @Test mutating func theBatonGoesToTheHighestPriority() {
        park(1, 3, 2)
        #expect(cell.answer("data").text == "wake c1 with data")
        #expect(cell.phaseText == "driving data by 1")
    }

    @Test mutating func ofEqualPrioritiesTheOldestGetsTheBaton() {
        park(1, 2, 2)
        #expect(cell.answer("data").text == "wake c1 with data")
    }

    @Test mutating func ageIsThatOfComingInNotOfParking() {
        for _ in 0..<2 { _ = cell.admit(priority: 1) }
        _ = cell.park(1, "c1")
        _ = cell.park(0, "c0")
        #expect(cell.answer("data").text == "wake c0 with data")
    }

    @Test mutating func aParkedCallerComesBeforeOneOnItsWay() {
        _ = cell.admit(priority: 9)
        park(1)
        #expect(cell.answer("data").text == "wake c1 with data")
        #expect(cell.take(0).text == "park")
    }

    @Test mutating func theBatonIsLeftForACallerOnItsWay() {
        _ = cell.admit(priority: 1)
        _ = cell.admit(priority: 9, streaming: "s")
        #expect(cell.answer("data").text == "nothing")
        #expect(cell.take(0).text == "drive data")
    }

    @Test mutating func aCallerOnItsWayMayFindTheBatonAsItParks() {
        _ = cell.admit(priority: 1)
        #expect(cell.take(0).text == "park")
        _ = cell.answer("data")
        #expect(cell.park(0, "c0")?.text == "drive data")
        #expect(cell.placeText(0) == "arriving")
    }

    @Test mutating func withNobodyOnItsWayTheBatonIsOfferedToEveryStream() {
        for name in ["s0", "s1"] { _ = cell.admit(priority: 1, streaming: name) }
        #expect(cell.answer("data").text == "offer s0 s1")
        #expect(cell.take(1).text == "drive data")
        #expect(cell.take(0).text == "park")
        #expect(cell.end("done").text == "tell s0 s1 done, 2 callers")
    }

    @Test mutating func whoeverTakesTheBatonFirstHasIt() {
        _ = cell.admit(priority: 1, streaming: "s")
        _ = cell.answer("data")
        #expect(cell.take(nil).text == "drive data")
        #expect(cell.take(0).text == "park")
        #expect(cell.take(nil).text == "park")
    }

    @Test(arguments: [true, false])
    func withNobodyLeftOnlyAFlightThatFinishesUnattendedIsDriven(finishesUnattended: Bool) {
        var cell = NamedCell(finishesUnattended: finishesUnattended)
        _ = cell.admit(priority: 1)
        _ = cell.leave(0)
        #expect(cell.answer("data").text == (finishesUnattended ? "unattended" : "nothing"))
        #expect(cell.phaseText == "answered data")
    }

    @Test mutating func anAnswerThatNobodyTookWaitsForTheNextCaller() {
        _ = cell.admit(priority: 1)
        _ = cell.leave(0)
        _ = cell.answer("data")
        #expect(cell.admit(priority: 1) == 1)
        #expect(cell.take(1).text == "drive data")
    }

    @Test mutating func aStreamThatComesToAnAnswerNobodyTookCanTakeTheBaton() {
        _ = cell.admit(priority: 1)
        _ = cell.leave(0)
        _ = cell.answer("data")
        _ = cell.admit(priority: 1, streaming: "s")
        #expect(cell.take(1).text == "drive data")
    }

    @Test mutating func theBatonOfACallerThatNeverArrivesGoesOnToStreams() {
        _ = cell.admit(priority: 1)
        _ = cell.admit(priority: 1, streaming: "s")
        _ = cell.answer("data")
        #expect(cell.leave(0).text == "offer s")
        #expect(cell.leave(0).text == "nothing")
    }

    @Test mutating func theBatonOfACallerThatNeverArrivesStaysForAnotherOnItsWay() {
        for _ in 0..<2 { _ = cell.admit(priority: 1) }
        _ = cell.answer("data")
        #expect(cell.leave(0).text == "nothing")
        #expect(cell.take(1).text == "drive data")
    }

    @Test func theBatonOfACallerThatNeverArrivesIsTakenUnattendedWhereTheFlightFinishesSo() {
        var cell = NamedCell(finishesUnattended: true)
        _ = cell.admit(priority: 1)
        _ = cell.answer("data")
        #expect(cell.leave(0).text == "unattended")
        #expect(cell.take(nil).text == "drive data")
    }

    @Test mutating func theBatonOfferedToAStreamThatLeavesIsOfferedToTheOthers() {
        for name in ["s0", "s1"] { _ = cell.admit(priority: 1, streaming: name) }
        _ = cell.answer("data")
        #expect(cell.leave(0).text == "offer s1")
        #expect(cell.take(0).text == "left")
        #expect(cell.leave(1).text == "nothing")
    }

    @Test mutating func aDriverThatGivesBackHasLeftAndTheNextDrives() {
        park(3, 2, 1)
        _ = cell.answer("data")
        #expect(cell.giveBack(0).text == "wake c1 with data")
        #expect(cell.callers == 2)
        #expect(cell.take(0).text == "left")
        #expect(cell.giveBack(0).text == "nothing")
        #expect(cell.giveBack(1).text == "wake c2 with data")
        #expect(cell.giveBack(2).text == "nothing")
        #expect(cell.callers == 0)
    }

    @Test mutating func aDriverThatHasLeftGivesBackWithoutBeingCountedAgain() {
        park(1, 1)
        _ = cell.answer("data")
        #expect(cell.leave(0).text == "nothing")
        #expect(cell.giveBack(0).text == "wake c1 with data")
        #expect(cell.callers == 1)
    }

    @Test mutating func aDriverMayLeaveAndItsOutcomeIsEveryonesAllTheSame() {
        park(1, 1)
        _ = cell.answer("data")
        _ = cell.leave(0)
        #expect(cell.end("done").text == "tell c1 done, 1 callers")
    }

    @Test mutating func theDriverParksWhileItsValueIsStored() {
        park(1)
        _ = cell.answer("data")
        #expect(cell.beginCommit("value") {})
        #expect(cell.park(0, "again") == nil)
        #expect(cell.end("value").text == "tell again value, 1 callers")
    }

}
