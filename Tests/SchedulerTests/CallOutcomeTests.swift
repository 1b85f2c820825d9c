import RequestScheduler
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(3)))
struct CallOutcomeTests {
    @Test func itTellsValueErrorAndCancellationApart() {
        let value = CallOutcome.value(1)
        let error = CallOutcome<Int>.error(Failure(1))
        let cancelled = CallOutcome<Int>.cancelled(.replaced)
        let duplicate = CallOutcome<Int>.cancelled(.duplicate)
        #expect([value, error, cancelled, duplicate].map(\.value) == [1, nil, nil, nil])
        #expect([value, error, cancelled, duplicate].map { $0.error is Failure } == [false, true, false, false])
        #expect([value, error, cancelled, duplicate].map(\.isCancelled) == [false, false, true, true])
        #expect([value, error, cancelled, duplicate].map(\.isDuplicate) == [false, false, false, true])
        #expect(cancelled.cancellation == .replaced)
        #expect(CallOutcome<Int>.cancelled(.linkedCallDuplicate).isDuplicate)
    }

    @Test func aResultComesBackAsItWas() {
        #expect(CallOutcome(CallOutcome.value(1).result).value == 1)
        #expect(CallOutcome(CallOutcome<Int>.error(Failure(2)).result).error as? Failure == Failure(2))
        #expect(CallOutcome(CallOutcome<Int>.cancelled(.duplicate).result).cancellation == .duplicate)
        #expect(CallOutcome<Int>(.failure(CancellationError())).cancellation == .cancelled)
        #expect(CallOutcome<Int>(.failure(RequestError(.notStored))).cancellation == nil)
    }

    @Test func aDecisionOfSomebodyElseIsAnError() {
        // Made by hand, or thrown by another coordinator behind a transport: nobody called this call off.
        let outcome = CallOutcome<Int>(.failure(RequestError(.cancelled)))
        #expect(outcome.isCancelled == false)
        #expect((outcome.error as? RequestError)?.reason == .cancelled)
    }

    @Test func withoutItsTypeItCanBeGivenThatTypeAgainAndNoOther() {
        #expect(CallOutcome.value(1).erased.typed(as: Int.self).value == 1)
        let wrong = CallOutcome.value(1).erased.typed(as: String.self)
        #expect((wrong.error as? RequestError)?.reason == .unexpectedType)
        #expect(CallOutcome<Int>.error(Failure(2)).erased.typed(as: String.self).error as? Failure == Failure(2))
        #expect(CallOutcome<Int>.cancelled(.released).erased.typed(as: String.self).cancellation == .released)
    }

    @Test func anOptionalValueThatIsNilIsAValue() {
        let outcome = CallOutcome<Int?>.value(nil).erased.typed(as: Int?.self)
        #expect(outcome.value == .some(.none))
    }
}
