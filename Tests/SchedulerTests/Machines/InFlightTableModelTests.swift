import TestSupport
import Testing

@testable import RequestScheduler

/// Random lives of the table of flights against a naive one: every answer is compared, and nothing is left at the end.
@Suite(.timeLimit(.minutes(3)))
struct InFlightTableModelTests {
    @Test func aTableDoesWhatTheNaiveOneDoes() {
        for seed in ModelSeeds.first(2000) {
            var life = TableLife(seed: seed)
            life.run()
            if let fault = life.fault {
                Issue.record("seed \(seed): \(fault)")
                return
            }
        }
    }
}

private struct TableLife {
    typealias Table = NumberedTable

    private var random: SeededRandom
    private var table = Table()
    private var naive = NaiveTable()
    /// Every id there ever was, so that ids of flights that are gone are tried too.
    private var ids: [FlightID] = []
    private var now = Duration.zero
    private var flights = 0
    private(set) var fault: String?

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func run() {
        let steps = 10 + random.below(60)
        for _ in 0..<steps where fault == nil {
            step()
            checkInvariants()
        }
        finish()
    }

    private mutating func compare<Answer: Equatable>(
        _ event: @autoclosure () -> String,
        _ actual: Answer,
        _ expected: Answer
    ) {
        if fault == nil, actual != expected { fault = "\(event()): \(actual), expected \(expected)" }
    }

    private mutating func step() {
        switch random.below(100) {
        case 0..<38: begin()
        case 38..<44: link()
        case 44..<47: relink()
        case 47..<50: unlink()
        case 50..<58: end()
        case 58..<68: leave()
        case 68..<72: arrive()
        case 72..<78: take()
        case 78..<84: contains()
        case 84..<88: beginWrite()
        case 88..<92: endWrite()
        case 92..<99: passTime()
        default: if random.chance(20) { close() }
        }
    }

    // MARK: Choices

    private mutating func one<Value>(of values: [Value]) -> Value { values[random.below(values.count)] }

    private mutating func someId() -> FlightID {
        ids.isEmpty ? FlightID(slot: 0, generation: 1) : ids[ids.count - 1 - random.below(min(ids.count, 12))]
    }

    private mutating func candidate(_ stage: Table.Stage) -> Table.Candidate {
        flights += 1
        var candidate = Table.candidate(
            flights,
            stage,
            identity: one(of: ["i", "j", nil]),
            key: one(of: ["i", "k", nil, nil]),
            type: one(of: Kind.allCases),
            keyType: one(of: Kind.allCases),
            storing: random.chance(20) ? .named("x") : nil,
            abandonment: one(of: [.cancel, .finish, .linger(.seconds(2)), .linger(.seconds(4))])
        )
        candidate.isSafe = random.chance(90)
        candidate.hasTransport = random.chance(90)
        return candidate
    }

    /// A tree of up to four levels, with branches of up to three parts or none.
    private mutating func selector(depth: Int = 0) -> Table.Selector {
        if depth < 3, random.chance(depth == 0 ? 60 : 40) {
            let parts = random.below(4)
            switch random.below(3) {
            case 0: return .all((0..<parts).map { _ in selector(depth: depth + 1) })
            case 1: return .any((0..<parts).map { _ in selector(depth: depth + 1) })
            default: return .not(selector(depth: depth + 1))
            }
        }
        return leaf()
    }

    private mutating func leaf() -> Table.Selector {
        switch random.below(9) {
        case 0..<2: .identity(one(of: ["i", "j", "none"]))
        case 2..<4: .type(one(of: Kind.allCases).id)
        case 4..<6: .key(one(of: ["i", "k", "none"]))
        case 6..<8: .keyType(one(of: Kind.allCases).id)
        default: .everything
        }
    }

    // MARK: Events

    private mutating func begin() {
        let candidate = candidate(random.chance(75) ? .network : .reading)
        let policy = one(of: [DuplicatePolicy.allow, .exclude, .join, .join, .replace])
        let beginning = table.begin(candidate, policy)
        compare("begin \(candidate) \(policy)", beginning.text, naive.begin(candidate, policy))
        switch beginning {
        case .started(let id, _): enter(candidate, as: id)
        case .joined(let id, let flight):
            compare("id of \(flight)", id, naive.records.first { $0.candidate.flight == flight }?.id ?? someId())
            table.arrive(id)
            naive.arrive(id)
        case .refused: break
        }
    }

    private mutating func enter(_ candidate: Table.Candidate, as id: FlightID) {
        if ids.contains(id) { fault = "\(id) was given twice" }
        ids.append(id)
        naive.add(candidate, as: id)
    }

    private mutating func link() {
        let candidate = candidate(.linkedReading)
        let id = table.link(candidate)
        compare("link", id == nil, naive.isClosed)
        if let id { enter(candidate, as: id) }
    }

    private mutating func relink() {
        // Only what reads a store is ever taken on.
        guard let read = naive.records.filter({ !$0.isNetwork }).randomElement(using: &random) else { return }
        table.relink(read.id)
        naive.relink(read.id)
    }

    private mutating func unlink() {
        let id = someId()
        table.unlink(id)
        naive.unlink(id)
    }

    private mutating func end() {
        let id = someId()
        compare("end \(id)", table.end(id), naive.end(id))
    }

    private mutating func leave() {
        let (id, remaining) = (someId(), random.below(2))
        let departure = table.leave(id, remaining: remaining, at: now)
        compare("leave \(id)", departure.text, naive.leave(id, remaining: remaining, at: now))
    }

    private mutating func arrive() {
        let id = someId()
        table.arrive(id)
        naive.arrive(id)
    }

    private mutating func take() {
        let selector = selector()
        compare("take \(selector)", table.take(selector).sorted(), naive.take(selector).sorted())
    }

    private mutating func contains() {
        let selector = selector()
        compare("contains \(selector)", table.contains(selector), naive.contains(selector))
        let entries = Dictionary(
            uniqueKeysWithValues: table.entries(matching: selector).map { ($0.id, $0.entry.flight) }
        )
        compare("entries of \(selector)", entries, naive.entries(selector))
    }

    private mutating func beginWrite() {
        let (id, deadline) = (someId(), now + .seconds(random.below(4)))
        table.beginWrite(id, until: deadline)
        naive.beginWrite(id, until: deadline)
    }

    private mutating func endWrite() {
        let id = someId()
        table.endWrite(id)
        naive.endWrite(id)
    }

    private mutating func passTime() {
        now += .seconds(random.below(3))
        // Both timers of one flight at one instant may come in either order; the naive table gives both.
        let actual = Set(table.takeDue(at: now).map(\.text))
        let expected = naive.takeDue(at: now)
        compare("due", actual.filter { $0.hasPrefix("cancel") }, expected.filter { $0.hasPrefix("cancel") })
        for text in actual where !expected.contains(text) { fault = "\(text) is not due" }
        for text in expected.subtracting(actual) {
            let flight = text.split(separator: " ").last ?? ""
            compare("missing \(text)", expected.contains("cancel \(flight)"), true)
        }
    }

    private mutating func close() {
        compare("close", table.close().sorted(), naive.close().sorted())
    }

    // MARK: Invariants

    private mutating func checkInvariants() {
        compare("count", table.count, naive.records.count)
        for record in naive.records {
            let entry = table.slot(of: record.id).flatMap { table.slots[$0].entry }
            compare("flight of \(record.id)", entry?.flight, record.candidate.flight)
            compare("stage of \(record.id)", entry?.stage, record.candidate.stage)
        }
        compare("next deadline", table.nextDeadline, naive.nextDeadline)
        compare("idle", table.isIdle, naive.isIdle)
        compare("quiesced", table.hasQuiesced, naive.hasQuiesced)
        compare("closed", table.isClosed, naive.isClosed)
    }

    private mutating func finish() {
        let entries = Dictionary(uniqueKeysWithValues: table.entries.map { ($0.id, $0.entry.flight) })
        let expected = Dictionary(uniqueKeysWithValues: naive.records.map { ($0.id, $0.candidate.flight) })
        compare("entries", entries, expected)
        for id in ids { compare("end \(id)", table.end(id), naive.end(id)) }
        for id in naive.writing { table.endWrite(id) }
        if fault == nil, !table.isIdle { fault = "something is left" }
    }
}
