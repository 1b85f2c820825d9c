import Testing

@testable import RequestScheduler

@Suite(.timeLimit(.minutes(3)))
struct RequestKeyTests {
    @Test func equalValuesOfOneTypeAreOneKey() {
        #expect(RequestKey(1) == RequestKey(1))
        #expect(RequestKey(1).hashValue == RequestKey(1).hashValue)
        #expect(RequestKey("feed") == "feed")
        #expect(RequestKey(1) != RequestKey(2))
    }

    @Test func equalNumbersOfThreeTypesAreThreeKeys() {
        let keys: Set = [RequestKey(1), RequestKey(UInt8(1)), RequestKey(1.0)]
        #expect(keys.count == 3)
        #expect(Set(keys.map(\.type)).count == 3)
    }

    @Test func aValueAndAnOptionalOfItAreTwoKeys() {
        #expect(RequestKey(1) != RequestKey(Int?.some(1)))
        #expect(RequestKey(Int?.none) != RequestKey(String?.none))
    }

    private struct Colliding: Hashable, Sendable {
        var value: Int
        func hash(into hasher: inout Hasher) {}
    }

    private struct OtherColliding: Hashable, Sendable {
        var value: Int
        func hash(into hasher: inout Hasher) {}
    }

    @Test func keysWhoseHashesCollideAreComparedByValueAndType() {
        #expect(RequestKey(Colliding(value: 1)).hashValue == RequestKey(Colliding(value: 2)).hashValue)
        #expect(RequestKey(Colliding(value: 1)) == RequestKey(Colliding(value: 1)))
        #expect(RequestKey(Colliding(value: 1)) != RequestKey(Colliding(value: 2)))
        #expect(RequestKey(Colliding(value: 1)) != RequestKey(OtherColliding(value: 1)))
        let keys: Set = [RequestKey(Colliding(value: 1)), RequestKey(Colliding(value: 2))]
        #expect(keys.contains(RequestKey(Colliding(value: 2))))
        #expect(!keys.contains(RequestKey(OtherColliding(value: 1))))
    }

    @Test func aKeyOfAKeyIsThatKey() {
        let key = RequestKey(1)
        #expect(RequestKey(key) == key)
        #expect(RequestKey(RequestKey(key)).type == ObjectIdentifier(Int.self))
    }

    @Test func aKeyEqualsItselfEvenIfItsValueDoesNot() {
        let key = RequestKey(Double.nan)
        #expect(key == key)
        #expect([key: 1][key] == 1)
    }

    @Test func aValueKnownOnlyAsHashableIsKeyedByItsOwnType() {
        let value: any Hashable & Sendable = 1
        #expect(RequestKey(value) == RequestKey(1))
    }
}
