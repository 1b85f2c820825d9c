import Testing

@testable import RequestScheduler

/// Beginning: every stage of what is there × every policy × what the call is matched by.
@Suite(.timeLimit(.minutes(3)))
struct InFlightTableDuplicateTests {
    typealias Table = NumberedTable

    enum There: CaseIterable { case network, reading, linkedReading, absent, closed }

    enum Match: CaseIterable {
        case key, identity, both, neither

        var key: String? { self == .key || self == .both ? "key" : nil }
        var identity: String? { self == .identity || self == .both ? "request" : nil }
    }

    static let policies: [DuplicatePolicy] = [.allow, .exclude, .join, .replace]

    private static func table(_ there: There, _ match: Match) -> Table {
        var table = Table()
        switch there {
        case .network: table.add(Table.candidate(0, .network, identity: match.identity, key: match.key))
        case .reading: table.add(Table.candidate(0, .reading, identity: match.identity, key: match.key))
        case .linkedReading: table.add(Table.candidate(0, .linkedReading, identity: match.identity, key: match.key))
        case .absent: break
        case .closed: _ = table.close()
        }
        return table
    }

    /// What a call that can be matched comes to.
    private static let matchable: [There: [DuplicatePolicy: String]] = [
        .network: [
            .allow: "started", .exclude: "refused duplicate", .join: "joined 0", .replace: "started replacing 0",
        ],
        .reading: [
            .allow: "started", .exclude: "refused duplicate", .join: "started", .replace: "started replacing 0",
        ],
        .linkedReading: [.allow: "started", .exclude: "started", .join: "started", .replace: "started"],
        .absent: [.allow: "started", .exclude: "started", .join: "started", .replace: "started"],
        .closed: [
            .allow: "refused shutDown", .exclude: "refused shutDown", .join: "refused shutDown",
            .replace: "refused shutDown",
        ],
    ]

    @Test(arguments: There.allCases, policies)
    func aCallComesToWhatTheTableSays(there: There, policy: DuplicatePolicy) throws {
        for match in Match.allCases {
            for stage in [Table.Stage.network, .reading] {
                var table = Self.table(there, match)
                let before = table.count
                let new = Table.candidate(1, stage, identity: match.identity, key: match.key)
                let beginning = table.begin(new, policy)
                var expected = try #require(Self.matchable[there]?[policy])
                if match == .neither, policy != .allow, there != .closed { expected = "refused unmatchable" }
                // A call that reads the store first decides about joining when its network stage begins.
                if stage == .reading, expected == "joined 0" { expected = "started" }
                #expect(beginning.text == expected, "\(match) \(stage)")
                let change = expected == "started" ? 1 : 0
                #expect(table.count == before + change)
            }
        }
    }

    @Test(arguments: policies)
    func aCallWithoutATransportStartsNothing(policy: DuplicatePolicy) {
        var table = Table()
        var new = Table.candidate(1)
        new.hasTransport = false
        #expect(table.begin(new, policy).text == "refused noTransport")
        #expect(table.isIdle)
    }

    @Test func aCallWithoutATransportReplacesAllTheSame() {
        var table = Table()
        table.add(Table.candidate(0))
        var new = Table.candidate(1)
        new.hasTransport = false
        #expect(table.begin(new, .replace).text == "refused noTransport replacing 0")
        #expect(table.isIdle)
    }

    @Test func aCallThatReadsTheStoreNeedsNoTransport() {
        var table = Table()
        var new = Table.candidate(1, .reading)
        new.hasTransport = false
        #expect(table.begin(new, .allow).text == "started")
    }

    @Test func everyMatchIsReplacedAndNothingElse() {
        var table = Table()
        for flight in 0..<3 { table.add(Table.candidate(flight)) }
        table.add(Table.candidate(3, .reading))
        table.add(Table.candidate(4, .linkedReading))
        table.add(Table.candidate(5, identity: "other"))
        table.add(Table.candidate(6, identity: "request", key: "key"))
        #expect(table.begin(Table.candidate(7), .replace).text == "started replacing 0 1 2 3 6")
        #expect(Set(table.entries.map(\.entry.flight)) == [4, 5, 7])
    }

    // MARK: Keys and identities

    @Test func aKeyAsksOnlyForKeysAcrossTypes() {
        var table = Table()
        table.add(Table.candidate(0, identity: "request"))
        #expect(table.begin(Table.candidate(1, identity: "request", key: "key"), .exclude).text == "started")
        let other = Table.candidate(2, identity: "other", key: "key", type: .second)
        #expect(table.begin(other, .exclude).text == "refused duplicate")
        #expect(table.begin(other, .replace).text == "started replacing 1")
    }

    @Test func withoutAKeyFlightsBegunWithOneAreFound() {
        var table = Table()
        table.add(Table.candidate(0, identity: "request", key: "key"))
        #expect(table.begin(Table.candidate(1), .exclude).text == "refused duplicate")
        #expect(table.begin(Table.candidate(1), .join).text == "joined 0")
        #expect(table.begin(Table.candidate(1), .replace).text == "started replacing 0")
    }

    @Test(arguments: policies)
    func everyFlightIsFoundWhateverPolicyBeganIt(policy: DuplicatePolicy) {
        var table = Table()
        _ = table.begin(Table.candidate(0), policy)
        #expect(table.begin(Table.candidate(1), .exclude).text == "refused duplicate")
    }

    // MARK: Joining

    @Test func theNewestIsJoined() {
        var table = Table()
        for flight in 0..<3 { table.add(Table.candidate(flight)) }
        table.add(Table.candidate(3, .reading))
        table.add(Table.candidate(4, identity: "other"))
        #expect(table.begin(Table.candidate(5), .join).text == "joined 2")
    }

    @Test func joiningGivesTheIdOfTheFlight() {
        var table = Table()
        let id = table.add(Table.candidate(0))
        #expect(table.begin(Table.candidate(1), .join).id == id)
    }

    @Test(arguments: [true, false])
    func anUnsafeRequestIsNotJoined(isThere: Bool) {
        var table = Table()
        if isThere { table.add(Table.candidate(0)) }
        var new = Table.candidate(1)
        new.isSafe = false
        #expect(table.begin(new, .join).text == "refused unsafeToJoin")
        #expect(table.begin(new, .replace).text == (isThere ? "started replacing 0" : "started"))
    }

    @Test func aFlightOfAnotherTypeUnderTheKeyIsNotJoined() {
        var table = Table()
        table.add(Table.candidate(0, key: "key", type: .first))
        let new = Table.candidate(1, key: "key", type: .second)
        #expect(table.begin(new, .join).text == "refused incompatibleToJoin")
    }

    @Test(arguments: [nil, StoringPlan.named("theirs")])
    func aFlightThatStoresItsAnswerInAnotherWayIsNotJoined(storing: StoringPlan?) {
        var table = Table()
        table.add(Table.candidate(0, storing: storing))
        #expect(table.begin(Table.candidate(1, storing: .named("ours")), .join).text == "refused incompatibleToJoin")
        #expect(table.begin(Table.candidate(1, storing: storing), .join).text == "joined 0")
    }

    @Test func anOlderFlightThatWillDoIsJoinedWhereTheNewestWillNot() {
        var table = Table()
        table.add(Table.candidate(0, key: "key", type: .first))
        table.add(Table.candidate(1, key: "key", type: .second))
        #expect(table.begin(Table.candidate(2, key: "key", type: .first), .join).text == "joined 0")
    }

    @Test func aFlightThatWasCancelledIsNotJoined() {
        var table = Table()
        table.add(Table.candidate(0))
        #expect(table.take(.identity("request")) == [0])
        #expect(table.begin(Table.candidate(1), .join).text == "started")
    }
}
