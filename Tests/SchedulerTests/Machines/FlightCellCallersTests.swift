import TestSupport
import Testing

@testable import RequestScheduler

@Suite(.timeLimit(.minutes(3)))
struct FlightCellCallersTests {
    var cell = NamedCell()

    // MARK: Leaving

    @Test mutating func tokensAreGivenInOrderAndNeverTwice() {
        #expect(cell.admit(priority: 1) == 0)
        _ = cell.leave(0)
        #expect(cell.admit(priority: 1) == 1)
        #expect(cell.admit(priority: 1, streaming: "s") == 2)
    }

    @Test mutating func aWaiterIsReturnedOnce() {
        for token in 0..<3 {
            _ = cell.admit(priority: 1)
            _ = cell.park(token, "c\(token)")
        }
        #expect(cell.leave(0).text == "resume c0, nothing")
        #expect(cell.answer("data").text == "wake c1 with data")
        #expect(cell.end("done").text == "tell c2 done, 2 callers")
        for token in 0..<3 { #expect(cell.leave(token).waiter == nil) }
        #expect(cell.cancel("late").text == "nothing")
    }

    @Test mutating func leavingOverAndOverCountsOnce() {
        for token in 0..<2 {
            _ = cell.admit(priority: 1)
            _ = cell.park(token, "c\(token)")
        }
        for _ in 0..<10 { _ = cell.leave(0) }
        #expect(cell.callers == 1)
        #expect(cell.cancel("cancelled").text == "tell c1 cancelled, 1 callers")
    }

    @Test mutating func leavingAfterTheEndChangesNothing() {
        _ = cell.admit(priority: 1)
        _ = cell.end("done")
        #expect(cell.leave(0).text == "nothing")
        #expect(cell.take(0).text == "ended done")
        #expect(cell.callers == 1)
    }

    @Test mutating func theLastToLeaveDoesNotEndTheFlight() {
        _ = cell.admit(priority: 1)
        _ = cell.leave(0)
        #expect(cell.callers == 0)
        #expect(cell.phaseText == "open")
        #expect(cell.cancel("cancelled").text == "tell  cancelled, 0 callers")
    }

    @Test mutating func thePriorityIsTheHighestOfThoseWhoAreThere() {
        #expect(cell.priority == nil)
        for priority: UInt8 in [2, 9, 5] { _ = cell.admit(priority: priority) }
        #expect(cell.priority == 9)
        _ = cell.leave(1)
        #expect(cell.priority == 5)
        _ = cell.leave(2)
        _ = cell.leave(0)
        #expect(cell.priority == nil)
    }

    // MARK: The transport

    @Test mutating func aFlightThatWasCancelledIsNeverStarted() {
        _ = cell.cancel("cancelled")
        #expect(cell.claimStart() == false)
    }

    @Test mutating func theFirstAnswerWins() {
        _ = cell.admit(priority: 1)
        #expect(cell.answer("first").text == "nothing")
        #expect(cell.answer("second").text == "nothing")
        #expect(cell.take(0).text == "drive first")
        #expect(cell.answer("third").text == "nothing")
        #expect(cell.phaseText == "driving first by 0")
    }

    @Test mutating func anAnswerAfterTheEndIsNotHeard() {
        _ = cell.admit(priority: 1)
        _ = cell.cancel("cancelled")
        #expect(cell.answer("late").text == "nothing")
        #expect(cell.take(0).text == "ended cancelled")
    }

    @Test mutating func progressNeverGoesBackAndOnlyStreamsAreTold() {
        _ = cell.admit(priority: 1)
        _ = cell.admit(priority: 1, streaming: "s")
        _ = cell.admit(priority: 1, streaming: "gone")
        _ = cell.leave(2)
        #expect(cell.report(TransferProgress(sent: 5, received: 10, expectedToReceive: 20)) == ["s"])
        #expect(cell.report(TransferProgress(sent: 6, received: 8)) == ["s"])
        #expect(cell.progress == TransferProgress(sent: 6, received: 10, expectedToReceive: 20))
    }

    @Test mutating func progressAfterTheAnswerIsNotHeard() {
        _ = cell.admit(priority: 1, streaming: "s")
        _ = cell.report(TransferProgress(received: 10))
        _ = cell.answer("data")
        #expect(cell.report(TransferProgress(received: 20)).isEmpty)
        #expect(cell.progress.received == 10)
    }

    // MARK: Handlers

    @Test mutating func theCancelHandlerIsHandedOverOnce() {
        let runs = Counter()
        #expect(!cell.onCancel { runs.increment() })
        cell.cancel("cancelled")?.cancelHandler?()
        cell.cancel("again")?.cancelHandler?()
        #expect(runs.value == 1)
    }

    @Test mutating func aLaterCancelHandlerReplacesTheOneBefore() {
        let (first, second) = (Counter(), Counter())
        _ = cell.onCancel { first.increment() }
        _ = cell.onCancel { second.increment() }
        cell.cancel("cancelled")?.cancelHandler?()
        #expect(first.value == 0)
        #expect(second.value == 1)
    }

    @Test mutating func aCancelHandlerThatComesAfterTheCancellationRunsAtOnce() {
        _ = cell.cancel("cancelled")
        #expect(cell.onCancel {})
    }

    @Test mutating func aCancelHandlerNeverRunsAfterAnAnswer() {
        _ = cell.admit(priority: 1)
        _ = cell.onCancel {}
        _ = cell.answer("data")
        #expect(!cell.onCancel {})
        _ = cell.take(0)
        #expect(cell.cancel("cancelled")?.cancelHandler == nil)
        #expect(!cell.onCancel {})
    }

    @Test mutating func endingDropsTheHandlerOfTheTransport() {
        _ = cell.onCancel {}
        #expect(cell.end("done")?.cancelHandler == nil)
    }

    private mutating func beginCommit(_ revoked: Counter) {
        _ = cell.admit(priority: 1)
        _ = cell.answer("data")
        _ = cell.take(0)
        #expect(cell.beginCommit("value") { revoked.increment() })
    }

    @Test mutating func cancellingDuringACommitRevokesTheWriteAndGivesNoValue() {
        let revoked = Counter()
        beginCommit(revoked)
        let settlement = cell.cancel("cancelled")
        settlement?.cancelHandler?()
        #expect(settlement?.outcome == "cancelled")
        #expect(revoked.value == 1)
    }

    @Test mutating func aCommitThatTakesTooLongIsRevokedAndItsValueDelivered() {
        let revoked = Counter()
        beginCommit(revoked)
        let settlement = cell.endCommit()
        settlement?.cancelHandler?()
        #expect(settlement?.outcome == "value")
        #expect(revoked.value == 1)
        #expect(cell.end("value").text == "nothing")
    }

    @Test mutating func aCommitThatEndsIsNotRevoked() {
        beginCommit(Counter())
        #expect(cell.end("value")?.cancelHandler == nil)
        #expect(cell.endCommit().text == "nothing")
    }

    @Test mutating func nothingIsStoredOfAFlightThatWasCancelledWhileItWasDecoded() {
        _ = cell.admit(priority: 1)
        _ = cell.answer("data")
        _ = cell.take(0)
        _ = cell.cancel("cancelled")
        #expect(!cell.beginCommit("value") {})
        #expect(cell.end("value").text == "nothing")
        #expect(cell.take(0).text == "ended cancelled")
    }

    @Test mutating func aFlightThatIsBeingStoredCanBeJoined() {
        beginCommit(Counter())
        #expect(cell.admit(priority: 1) == 1)
        #expect(cell.park(1, "c1") == nil)
        #expect(cell.end("value").text == "tell c1 value, 2 callers")
    }
}
