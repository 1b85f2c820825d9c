import TestSupport
import Testing

@testable import RequestScheduler

@Suite(.timeLimit(.minutes(3)))
struct NetworkLandingTests {
    typealias Reason = RequestError.Reason

    private static func landing(_ error: any Error) -> NetworkLanding {
        NetworkLanding(Result<Int, any Error>.failure(error))
    }

    @Test func aValueIsASuccess() {
        #expect(NetworkLanding(Result<Int, any Error>.success(1)) == .succeeded)
    }

    @Test(arguments: [Reason.cancelled, .replaced, .released, .shutDown])
    func anEndThatWasDecidedIsACancellation(reason: Reason) {
        #expect(Self.landing(RequestError.decision(reason)) == .cancelled)
    }

    @Test(arguments: [Reason.cancelled, .replaced, .released, .shutDown, .duplicate])
    func theDecisionOfAnotherCoordinatorBehindATransportIsAFailure(reason: Reason) {
        #expect(Self.landing(RequestError(reason)) == .failed)
        #expect(Self.landing(RequestError.decision(reason).asFailure) == .failed)
    }

    @Test func theCancellationOfOnesOwnTaskIsACancellation() {
        #expect(Self.landing(CancellationError()) == .cancelled)
    }

    @Test func aForeignCancellationIsAFailure() {
        let error = RequestError(.foreignCancellation, underlyingError: CancellationError())
        #expect(Self.landing(error) == .failed)
    }

    @Test func aRefusedDuplicateIsADuplicate() {
        #expect(Self.landing(RequestError.decision(.duplicate)) == .duplicate)
    }

    @Test(arguments: [
        Reason.noTransport, .noResult, .unmatchable, .unsafeToJoin, .incompatibleToJoin, .noStore, .notStored,
        .storeFailed, .undecodable,
    ])
    func anyOtherReasonIsAFailure(reason: Reason) {
        #expect(Self.landing(RequestError(reason)) == .failed)
    }

    @Test func anErrorOfATransportIsAFailure() {
        #expect(Self.landing(Failure()) == .failed)
    }

    private static let table: [StoreLink: [NetworkLanding: Reason?]] = [
        .independent: [.succeeded: nil, .failed: nil, .cancelled: nil, .duplicate: nil],
        .dependSuccessResult: [.succeeded: .linkedCallSucceeded, .failed: nil, .cancelled: nil, .duplicate: nil],
        .dependFull: [
            .succeeded: .linkedCallSucceeded, .failed: nil, .cancelled: .linkedCallCancelled,
            .duplicate: .linkedCallDuplicate,
        ],
    ]

    @Test(arguments: [StoreLink.independent, .dependSuccessResult, .dependFull], NetworkLanding.allCases)
    func aLinkedReadIsCalledOffAsItsLinkSays(link: StoreLink, landing: NetworkLanding) throws {
        let expected = try #require(Self.table[link]?[landing])
        #expect(link.cancellation(on: landing) == expected)
    }
}
