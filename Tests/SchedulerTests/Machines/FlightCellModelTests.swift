import TestSupport
import Testing

@testable import RequestScheduler

/// Random lives of a flight's cell against a naive one: every answer is compared, and nobody is forgotten.
@Suite(.timeLimit(.minutes(3)))
struct FlightCellModelTests {
    @Test func aCellDoesWhatTheNaiveOneDoes() {
        for seed in ModelSeeds.first(2000) {
            var life = CellLife(seed: seed)
            life.run()
            if let fault = life.fault {
                Issue.record("seed \(seed): \(fault)")
                return
            }
        }
    }
}

/// One random life, with the part of callers, streams, the transport and the driver played as the flight does.
private struct CellLife {
    private var random: SeededRandom
    private var cell: NamedCell
    private var naive: NaiveCell
    /// Who was told of a free baton and has not come for it: a stream, or an unattended driver.
    private var called: [Int?] = []
    private var parkedWaiters: Set<String> = []
    private var resumed: [String: Int] = [:]
    private var ends = 0
    private var names = 0
    private(set) var fault: String?

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let finishesUnattended = random.chance(50)
        cell = NamedCell(finishesUnattended: finishesUnattended)
        naive = NaiveCell(finishesUnattended: finishesUnattended)
    }

    mutating func run() {
        let steps = 5 + random.below(50)
        for _ in 0..<steps where fault == nil {
            step()
            checkInvariants()
        }
        drain()
    }

    private mutating func name(_ kind: String) -> String {
        names += 1
        return "\(kind)\(names)"
    }

    private mutating func compare(_ event: @autoclosure () -> String, _ actual: String, _ expected: String) {
        guard fault == nil, actual != expected || cell.phaseText != naive.phaseText else { return }
        fault = "\(event()): \(actual) → \(cell.phaseText), expected \(expected) → \(naive.phaseText)"
    }

    private mutating func step() {
        switch random.below(100) {
        case 0..<14: admitCaller()
        case 14..<22: admitStream()
        case 22..<42: arrive()
        case 42..<56: leave()
        case 56..<62: answer()
        case 62..<70: comeForBaton()
        case 70..<82: drive()
        case 82..<84: compare("claimStart", "\(cell.claimStart())", "\(naive.claimStart())")
        case 84..<87: compare("onCancel", "\(cell.onCancel {})", "\(naive.onCancel())")
        case 87..<92: report()
        case 92..<94: settle("endCommit", cell.endCommit(), naive.endCommit())
        case 94..<96: finishCommit()
        case 96..<97: settle("cancel", cell.cancel("cancelled"), naive.settle("cancelled", runsHandler: true))
        default: stray()
        }
    }

    // MARK: Events

    private mutating func admitCaller() {
        let priority = UInt8(random.below(4))
        let token = cell.admit(priority: priority)
        compare("admit", "\(token as Int?)", "\(naive.admit(priority: priority, stream: nil) as Int?)")
    }

    private mutating func admitStream() {
        let priority = UInt8(random.below(4))
        let stream = name("s")
        let token = cell.admit(priority: priority, streaming: stream)
        compare("stream", "\(token as Int?)", "\(naive.admit(priority: priority, stream: stream) as Int?)")
        guard let token else { return }
        parkedWaiters.insert(stream)
        // It may find an answer that nobody has taken.
        compare("take", cell.take(token).text, naive.take(token))
    }

    private mutating func arrive() {
        let arriving = naive.onTheirWay.filter { naive.driver != $0 }
        guard let token = arriving.randomElement(using: &random) else { return }
        park(token)
    }

    private mutating func park(_ token: Int) {
        let waiter = name("c")
        let step = cell.park(token, waiter)
        compare("park \(token)", step?.text ?? "stay", naive.park(token, waiter) ?? "stay")
        if step == nil { parkedWaiters.insert(waiter) }
    }

    private mutating func leave() {
        guard let token = naive.callers.keys.sorted().randomElement(using: &random) else { return }
        if naive.end == nil, let caller = naive.callers[token], caller.isStream, !caller.isGone,
            let name = caller.waiter
        {
            resumed[name, default: 0] += 1  // A stream that leaves takes itself out.
        }
        let leaving = cell.leave(token)
        compare("leave \(token)", leaving.text, naive.leave(token))
        if let waiter = leaving.waiter { resumed[waiter, default: 0] += 1 }
        hear(leaving.handover)
    }

    private mutating func answer() {
        let answer = name("a")
        handOver("answer", cell.answer(answer), naive.hear(answer))
    }

    private mutating func comeForBaton() {
        guard !called.isEmpty else { return }
        let token = called.remove(at: random.below(called.count))
        compare("take", cell.take(token).text, naive.take(token))
    }

    private mutating func drive() {
        guard naive.hasDriver, naive.end == nil, naive.value == nil else { return }
        switch random.below(10) {
        case 0..<3:
            guard let driver = naive.driver else { return }
            let place = naive.callers[driver]
            if let name = place?.waiter, place?.isGone == false { resumed[name, default: 0] += 1 }
            handOver("giveBack", cell.giveBack(driver), naive.giveBack(driver))
        case 3..<6: compare("beginCommit", "\(cell.beginCommit("v") {})", "\(naive.beginCommit("v"))")
        default: settle("end", cell.end("done"), naive.settle("done", runsHandler: false))
        }
    }

    private mutating func finishCommit() {
        guard let value = naive.value else { return }
        settle("end", cell.end(value), naive.settle(value, runsHandler: false))
    }

    private mutating func report() {
        let received = Int64(random.below(100))
        let told = cell.report(TransferProgress(received: received))
        compare("report", "\(told)", "\(naive.report(received))")
        compare("progress", "\(cell.progress.received)", "\(naive.received)")
    }

    /// What nobody who plays by the rules does now, and what must do no harm.
    private mutating func stray() {
        guard let token = naive.callers.keys.sorted().randomElement(using: &random) else { return }
        switch random.below(3) {
        case 0 where naive.driver != token: handOver("stray giveBack", cell.giveBack(token), naive.giveBack(token))
        case 1 where !naive.hasDriver:
            compare("stray commit", "\(cell.beginCommit("v") {})", "\(naive.beginCommit("v"))")
        default: break
        }
    }

    private mutating func handOver(_ event: String, _ actual: NamedCell.Handover, _ expected: String) {
        compare(event, actual.text, expected)
        hear(actual)
    }

    private mutating func hear(_ handover: NamedCell.Handover) {
        switch handover {
        case .none: break
        case .wake(let waiter, _): resumed[waiter, default: 0] += 1
        case .unattended: called.append(nil)
        case .offer(let waiters):
            // One of them may be waiting for its next element; else a task is started.
            let streams = naive.streams.filter { waiters.contains(naive.callers[$0]?.waiter ?? "") }
            called.append(random.chance(60) ? streams.randomElement(using: &random) : nil)
        }
    }

    private mutating func settle(_ event: String, _ actual: NamedCell.Settlement?, _ expected: String) {
        compare(event, actual.text, expected)
        guard let actual else { return }
        ends += 1
        for waiter in actual.waiters { resumed[waiter, default: 0] += 1 }
    }

    // MARK: Invariants

    private mutating func checkInvariants() {
        guard fault == nil else { return }
        if cell.callers != naive.live.count { fault = "\(cell.callers) callers, \(naive.live.count) live" }
        if cell.priority != naive.live.compactMap({ naive.callers[$0]?.priority }).max() { fault = "wrong priority" }
        if resumed.values.contains(where: { $0 > 1 }) { fault = "a waiter was resumed twice" }
        if ends > 1 { fault = "ended twice" }
        if naive.isWaitingForDriver, naive.onTheirWay.isEmpty, called.isEmpty, !naive.live.isEmpty {
            fault = "nobody will come for the baton"
        }
    }

    /// Everyone does what is left to do; then whoever still has callers has ended, or was never answered.
    private mutating func drain() {
        for token in naive.onTheirWay where token != naive.driver && fault == nil { park(token) }
        while fault == nil, !called.isEmpty { comeForBaton() }
        if naive.hasDriver, naive.value == nil {
            settle("end", cell.end("done"), naive.settle("done", runsHandler: false))
        }
        finishCommit()
        guard fault == nil else { return }
        if naive.end == nil, naive.answer != nil, !naive.live.isEmpty || naive.finishesUnattended {
            fault = "an answered flight never ends"
        }
        settle("cancel", cell.cancel("cancelled"), naive.settle("cancelled", runsHandler: true))
        guard fault == nil else { return }
        if ends != 1 { fault = "ended \(ends) times" }
        let forgotten = parkedWaiters.filter { resumed[$0] != 1 }
        if !forgotten.isEmpty { fault = "not resumed exactly once: \(forgotten.sorted())" }
    }
}
