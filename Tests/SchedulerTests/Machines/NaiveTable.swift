@testable import RequestScheduler

/// What the table of flights is to do, written without cleverness: lists, searched from one end to the other.
struct NaiveTable {
    typealias Table = NumberedTable

    struct Record {
        var id: FlightID
        var candidate: Table.Candidate

        var isFound: Bool { candidate.stage != .linkedReading }
        var isNetwork: Bool { candidate.stage == .network }
    }

    struct Timer {
        var isLinger: Bool
        var id: FlightID
        var deadline: Duration
    }

    /// In order of their beginning.
    private(set) var records: [Record] = []
    private(set) var timers: [Timer] = []
    private(set) var writing: [FlightID] = []
    private(set) var isClosed = false

    private func matches(_ record: Record, _ candidate: Table.Candidate) -> Bool {
        if let key = candidate.key { return record.candidate.key == key }
        return candidate.identity != nil && record.candidate.identity == candidate.identity
    }

    private func matches(_ record: Record, _ selector: Table.Selector) -> Bool {
        record.isFound && means(selector, record)
    }

    private func means(_ selector: Table.Selector, _ record: Record) -> Bool {
        switch selector {
        case .identity(let identity): return record.candidate.identity == identity
        case .type(let type): return record.candidate.type == type
        case .key(let key): return record.candidate.key == key
        case .keyType(let type): return record.candidate.keyType == type
        case .everything: return true
        case .all(let parts): return parts.reduce(true) { $0 && means($1, record) }
        case .any(let parts): return parts.reduce(false) { $0 || means($1, record) }
        case .not(let part): return !means(part, record)
        }
    }

    private mutating func remove(_ ids: [FlightID]) -> [Int] {
        defer {
            records.removeAll { ids.contains($0.id) }
            timers.removeAll { ids.contains($0.id) }
        }
        return records.filter { ids.contains($0.id) }.map(\.candidate.flight)
    }

    // MARK: Beginning

    /// What is to come of a call, in words; a call that starts is added by ``add(_:as:)``.
    mutating func begin(_ candidate: Table.Candidate, _ policy: DuplicatePolicy) -> String {
        if isClosed { return "refused shutDown" }
        if policy != .allow, candidate.key == nil, candidate.identity == nil { return "refused unmatchable" }
        let all = records.filter { matches($0, candidate) }
        if policy == .exclude, all.contains(where: \.isFound) { return "refused duplicate" }
        if policy == .join {
            if !candidate.isSafe { return "refused unsafeToJoin" }
            let network = candidate.stage == .network ? all.filter(\.isNetwork) : []
            let joinable = network.filter {
                $0.candidate.type == candidate.type && $0.candidate.storing == candidate.storing
                    && $0.candidate.isSafe
            }
            if let newest = joinable.last { return "joined \(newest.candidate.flight)" }
            if !network.isEmpty { return "refused incompatibleToJoin" }
        }
        var replaced = ""
        if policy == .replace {
            let flights = remove(all.filter(\.isFound).map(\.id)).sorted().map(String.init)
            if !flights.isEmpty { replaced = " replacing " + flights.joined(separator: " ") }
        }
        let canStart = candidate.stage != .network || candidate.hasTransport
        return (canStart ? "started" : "refused noTransport") + replaced
    }

    mutating func add(_ candidate: Table.Candidate, as id: FlightID) {
        records.append(Record(id: id, candidate: candidate))
    }

    mutating func relink(_ id: FlightID) {
        for index in records.indices where records[index].id == id { records[index].candidate.stage = .linkedReading }
    }

    mutating func unlink(_ id: FlightID) {
        for index in records.indices where records[index].id == id && !records[index].isFound {
            records[index].candidate.stage = .reading
        }
    }

    // MARK: Ending

    mutating func end(_ id: FlightID) -> Int? { remove([id]).first }

    mutating func leave(_ id: FlightID, remaining: Int, at now: Duration) -> String {
        guard remaining == 0, let record = records.first(where: { $0.id == id }) else { return "nothing" }
        switch record.candidate.abandonment {
        case .finish: return "nothing"
        case .cancel: return "cancel \(remove([id])[0])"
        case .linger(let duration):
            setTimer(isLinger: true, id, at: now + duration)
            return "nothing"
        }
    }

    mutating func arrive(_ id: FlightID) { timers.removeAll { $0.isLinger && $0.id == id } }

    func contains(_ selector: Table.Selector) -> Bool { records.contains { matches($0, selector) } }

    func entries(_ selector: Table.Selector) -> [FlightID: Int] {
        let matching = records.filter { matches($0, selector) }
        return Dictionary(uniqueKeysWithValues: matching.map { ($0.id, $0.candidate.flight) })
    }

    mutating func take(_ selector: Table.Selector) -> [Int] {
        remove(records.filter { matches($0, selector) }.map(\.id))
    }

    mutating func close() -> [Int] {
        isClosed = true
        return take(.everything)
    }

    // MARK: Timers and writes

    private mutating func setTimer(isLinger: Bool, _ id: FlightID, at deadline: Duration) {
        timers.removeAll { $0.isLinger == isLinger && $0.id == id }
        timers.append(Timer(isLinger: isLinger, id: id, deadline: deadline))
    }

    mutating func beginWrite(_ id: FlightID, until deadline: Duration) {
        if !writing.contains(id) { writing.append(id) }
        if records.contains(where: { $0.id == id }) { setTimer(isLinger: false, id, at: deadline) }
    }

    mutating func endWrite(_ id: FlightID) {
        writing.removeAll { $0 == id }
        timers.removeAll { !$0.isLinger && $0.id == id }
    }

    /// What is due, in order of time; of one flight whose two timers are due at once either may come first.
    mutating func takeDue(at now: Duration) -> Set<String> {
        let due = timers.filter { $0.deadline <= now }
        timers.removeAll { $0.deadline <= now }
        var actions: Set<String> = []
        for timer in due where !timer.isLinger {
            let lingers = due.first { $0.isLinger && $0.id == timer.id }
            if let lingers, lingers.deadline < timer.deadline { continue }
            for record in records where record.id == timer.id {
                actions.insert("end commit of \(record.candidate.flight)")
            }
        }
        for timer in due where timer.isLinger {
            for flight in remove([timer.id]) { actions.insert("cancel \(flight)") }
        }
        return actions
    }

    var nextDeadline: Duration? { timers.map(\.deadline).min() }
    var isIdle: Bool { records.isEmpty && timers.isEmpty && writing.isEmpty }
    var hasQuiesced: Bool { isClosed && writing.isEmpty }
}
