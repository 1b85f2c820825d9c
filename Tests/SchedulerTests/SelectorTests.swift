import TestSupport
import Testing

@testable import RequestScheduler

/// Which flights a selector means, and what finding them costs; random selectors are tried by the table's model test.
@Suite(.timeLimit(.minutes(3)))
struct SelectorTests {
    let transport = HeldTransport()

    /// Get(1) under "a", Get(2) under 2, Fetch(1) under "a", Get(3) under no key.
    private func fill(_ coordinator: RequestCoordinator) async -> [Task<Int, any Error>] {
        let calls = [
            Task { try await coordinator.response(for: Get(1), key: "a") },
            Task { try await coordinator.response(for: Get(2), key: RequestKey(2)) },
            Task { try await coordinator.response(for: Fetch(1), key: "a") },
            Task { try await coordinator.response(for: Get(3)) },
        ]
        await transport.started.reach(4)
        return calls
    }

    private static let cases: [(selector: FlightSelector, expected: Set<String>)] = [
        (.everything, ["Get 1", "Get 2", "Fetch 1", "Get 3"]),
        (.type(Get.self), ["Get 1", "Get 2", "Get 3"]),
        (.request(Get(1)), ["Get 1"]),
        (.key("a"), ["Get 1", "Fetch 1"]),
        (.keyType(Int.self), ["Get 2"]),
        (.type(Get.self) && .key("a"), ["Get 1"]),
        (.key("a") && !.type(Get.self), ["Fetch 1"]),
        (.request(Get(3)) || .keyType(Int.self), ["Get 2", "Get 3"]),
        (!.type(Get.self), ["Fetch 1"]),
        (!(.key("a") || .keyType(Int.self)), ["Get 3"]),
        (!(!.key("a") || !.type(Get.self)), ["Get 1"]),
        (!(!.key("a") && !.request(Get(3))), ["Get 1", "Fetch 1", "Get 3"]),
        (.all(of: []), ["Get 1", "Get 2", "Fetch 1", "Get 3"]),
        (.any(of: []), []),
        (.type(Get.self) && .all(of: []), ["Get 1", "Get 2", "Get 3"]),
        (.type(Anonymous.self), []),
        (!.everything, []),
    ]

    @Test(arguments: cases.indices)
    func itMeansWhatItsPartsMeanTogether(_ index: Int) async {
        let coordinator = RequestCoordinator(transports: [transport])
        let calls = await fill(coordinator)
        let (selector, expected) = Self.cases[index]
        let snapshot = await coordinator.snapshot(where: selector)
        #expect(snapshot.count == expected.count)
        #expect(Set(snapshot.map { "\($0.requestType)" }) == Set(expected.map { "\($0.split(separator: " ")[0])" }))
        #expect(await coordinator.contains(where: selector) == !expected.isEmpty)
        #expect(await coordinator.cancel(where: selector) == expected.count)
        for (name, call) in zip(["Get 1", "Get 2", "Fetch 1", "Get 3"], calls) where expected.contains(name) {
            #expect(await call.reason == .cancelled)
        }
        #expect(await coordinator.cancelAll() == 4 - expected.count)
    }

    /// An identity that counts how often it is compared.
    private struct Counted: Hashable, Sendable {
        let id: Int
        let comparisons: Counter

        static func == (one: Counted, other: Counted) -> Bool {
            one.comparisons.increment()
            return one.id == other.id
        }

        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// One type with many entries, a few of them under a key.
    private func crowd(_ count: Int, counting comparisons: Counter) -> InFlightTable<Int, Counted, String> {
        var table = InFlightTable<Int, Counted, String>()
        for flight in 0..<count {
            _ = table.begin(
                .init(
                    flight: flight,
                    stage: .network,
                    type: Kind.first.id,
                    identity: Counted(id: flight, comparisons: comparisons),
                    key: flight.isMultiple(of: count / 4) ? "few" : nil,
                    keyType: nil
                ),
                .allow
            )
        }
        return table
    }

    @Test func findingCostsWhatTheCheapestPartFinds() {
        let comparisons = Counter()
        let table = crowd(10_000, counting: comparisons)
        let before = comparisons.value
        // The identity is looked at only for what the key finds, however many there are of the type.
        let selector = InFlightTable<Int, Counted, String>.Selector.all([
            .type(Kind.first.id), .not(.identity(Counted(id: 0, comparisons: comparisons))),
            .any([.key("few"), .key("none")]),
        ])
        #expect(table.slots(matching: selector).count == 3)
        #expect(comparisons.value - before <= 8)
    }

    @Test func aNegationThatIsUndoneNarrowsToo() {
        let comparisons = Counter()
        let table = crowd(10_000, counting: comparisons)
        let before = comparisons.value
        let selector = InFlightTable<Int, Counted, String>.Selector.all([
            .not(.identity(Counted(id: 0, comparisons: comparisons))),
            .not(.any([.not(.key("few")), .not(.type(Kind.first.id))])),
        ])
        #expect(table.slots(matching: selector).count == 3)
        #expect(comparisons.value - before <= 8)
    }
}
