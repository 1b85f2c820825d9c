@testable import RequestScheduler

/// What a flight's cell is to do, written without cleverness: facts about callers in a dictionary, searched each time.
struct NaiveCell {
    struct Caller {
        var waiter: String?
        var isStream = false
        var isGone = false
        var priority: UInt8

        var isOnItsWay: Bool { !isGone && waiter == nil }
        var isParked: Bool { !isGone && !isStream && waiter != nil }
    }

    var callers: [Int: Caller] = [:]
    var answer: String?
    var hasDriver = false
    var driver: Int?
    var value: String?
    var end: String?
    var hasStarted = false
    var hasHandler = false
    var received: Int64 = 0
    let finishesUnattended: Bool

    var live: [Int] { callers.keys.filter { callers[$0]?.isGone == false }.sorted() }
    var parked: [Int] { live.filter { callers[$0]?.isParked == true } }
    var onTheirWay: [Int] { live.filter { callers[$0]?.isOnItsWay == true } }
    var streams: [Int] { live.filter { callers[$0]?.isStream == true } }
    /// An answer that nobody decodes.
    var isWaitingForDriver: Bool { end == nil && value == nil && answer != nil && !hasDriver }

    func waiters(_ tokens: [Int]) -> [String] { tokens.compactMap { callers[$0]?.waiter } }

    mutating func admit(priority: UInt8, stream: String?) -> Int? {
        if end != nil { return nil }
        callers[callers.count] = Caller(waiter: stream, isStream: stream != nil, priority: priority)
        return callers.count - 1
    }

    mutating func take(_ token: Int?) -> String {
        if let token, callers[token]?.isGone == true { return "left" }
        if let end { return "ended \(end)" }
        guard isWaitingForDriver, let answer else { return "park" }
        hasDriver = true
        driver = token
        return "drive \(answer)"
    }

    mutating func park(_ token: Int, _ waiter: String) -> String? {
        let step = take(token)
        if step != "park" { return step }
        callers[token]?.waiter = waiter
        return nil
    }

    mutating func leave(_ token: Int) -> String {
        guard end == nil, let caller = callers[token], !caller.isGone else { return "nothing" }
        callers[token]?.isGone = true
        if caller.isParked, let waiter = caller.waiter { return "resume \(waiter), nothing" }
        return isWaitingForDriver ? findDriver() : "nothing"
    }

    mutating func findDriver() -> String {
        let highest = parked.compactMap { callers[$0]?.priority }.max()
        if let chosen = parked.first(where: { callers[$0]?.priority == highest }) {
            hasDriver = true
            driver = chosen
            defer { callers[chosen]?.waiter = nil }
            return "wake \(callers[chosen]?.waiter ?? "") with \(answer ?? "")"
        }
        if !onTheirWay.isEmpty { return "nothing" }
        if !streams.isEmpty { return "offer \(waiters(streams).joined(separator: " "))" }
        return finishesUnattended ? "unattended" : "nothing"
    }

    mutating func hear(_ newAnswer: String) -> String {
        guard end == nil, answer == nil else { return "nothing" }
        answer = newAnswer
        hasHandler = false
        return findDriver()
    }

    mutating func giveBack(_ token: Int) -> String {
        guard end == nil, value == nil, hasDriver, driver == token else { return "nothing" }
        callers[token]?.isGone = true
        hasDriver = false
        driver = nil
        return findDriver()
    }

    mutating func claimStart() -> Bool {
        if end != nil || hasStarted { return false }
        hasStarted = true
        return true
    }

    mutating func onCancel() -> Bool {
        if answer == nil, end == nil { hasHandler = true }
        return answer == nil && end != nil
    }

    mutating func report(_ newReceived: Int64) -> [String] {
        if answer != nil || end != nil { return [] }
        guard newReceived > received else { return [] }
        received = newReceived
        return waiters(streams)
    }

    mutating func beginCommit(_ newValue: String) -> Bool {
        guard end == nil, value == nil, hasDriver else { return false }
        value = newValue
        hasHandler = true
        return true
    }

    mutating func settle(_ outcome: String, runsHandler: Bool) -> String {
        if end != nil { return "nothing" }
        end = outcome
        let waiting = live.filter { callers[$0]?.waiter != nil }
        let handler = runsHandler && hasHandler ? ", run handler" : ""
        hasHandler = false
        return "tell \(waiters(waiting).joined(separator: " ")) \(outcome), \(live.count) callers\(handler)"
    }

    mutating func endCommit() -> String {
        guard end == nil, let value else { return "nothing" }
        return settle(value, runsHandler: true)
    }

    /// The phase in words.
    var phaseText: String {
        if let end { return "ended \(end)" }
        if let value { return "committing \(value)" }
        guard let answer else { return "open" }
        return hasDriver ? "driving \(answer) by \(driver.map(String.init) ?? "nobody")" : "answered \(answer)"
    }
}
