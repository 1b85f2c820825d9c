import TestSupport
import Testing

@testable import RequestScheduler

/// Its identity is declared elsewhere in this file.
private struct Plain: Request {
    typealias Response = Int
    let id: Int
}

/// Hashable only for some of its parameters.
private struct Wrapping<Value: Sendable>: Request {
    typealias Response = Int
    let value: Value
}

/// All of one hash.
private struct Colliding: Request, Hashable {
    typealias Response = Int
    let id: Int
    func hash(into hasher: inout Hasher) {}
}

/// Comparable, but without a hash.
private struct OnlyEquatable: Request, Equatable {
    typealias Response = Int
}

extension Plain: Hashable {}
extension Wrapping: Equatable where Value: Equatable {}
extension Wrapping: Hashable where Value: Hashable {}

@Suite(.timeLimit(.minutes(3)))
struct RequestWitnessTests {
    /// What code that knows of no conformance finds.
    private func hash<R: Request>(_ request: R) -> Int? { RequestWitness<R>.find().hash(request) }

    private func areSame<R: Request>(_ one: R, _ other: R) -> Bool { RequestWitness<R>.find().areSame(one, other) }

    @Test func aConformanceDeclaredElsewhereCounts() {
        #expect(hash(Plain(id: 1)) == Plain(id: 1).hashValue)
        #expect(areSame(Plain(id: 1), Plain(id: 1)))
        #expect(!areSame(Plain(id: 1), Plain(id: 2)))
    }

    @Test func aConditionalConformanceCountsWhereItsConditionHolds() {
        #expect(hash(Wrapping(value: 1)) != nil)
        #expect(hash(Wrapping(value: { @Sendable in })) == nil)
    }

    @Test func aRequestThatIsNotHashableHasNoIdentity() {
        #expect(hash(Anonymous()) == nil)
        #expect(!areSame(Anonymous(), Anonymous()))
        #expect(hash(OnlyEquatable()) == nil)
        #expect(!areSame(OnlyEquatable(), OnlyEquatable()))
    }

    @Test func requestsWhoseHashesCollideAreComparedByValue() {
        #expect(hash(Colliding(id: 1)) == hash(Colliding(id: 2)))
        #expect(!areSame(Colliding(id: 1), Colliding(id: 2)))
    }

    @Test func theWitnessOfATypeIsFoundOnce() {
        #expect(RequestWitness<Get>.find() === RequestWitness<Get>.find())
        #expect(RequestWitness<Get>.find() !== RequestWitness<Fetch>.find())
    }
}
