/// Which calls and flights there are: the pure machine that the coordinator guards.
///
/// It is the coordinator's only flight state. Events go in, actions come out, nothing is awaited, no clock is read and no
/// code of a user runs but `==` of requests and keys. Entries are found by identity, key, type and key type in time
/// proportional to what is found, and removed by ``FlightID``, never by key.
struct InFlightTable<Flight: Sendable, Identity: Hashable & Sendable, Key: Hashable & Sendable>: Sendable {
    /// What a flight brings along.
    struct Candidate: Sendable {
        var flight: Flight
        var stage: Stage
        var type: ObjectIdentifier
        var identity: Identity?
        var key: Key?
        var keyType: ObjectIdentifier?
        var isSafe = true
        var storing: StoringPlan?
        var abandonment = AbandonPolicy.cancel
        /// Whether some transport supports the request; only then may a flight be started.
        var hasTransport = true
    }

    /// What an entry is doing.
    enum Stage: Sendable, Hashable {
        /// A flight: work at a transport that callers share.
        case network
        /// A call that reads the store; it belongs to one caller and cannot be joined.
        case reading
        /// A stored read that a network call in flight answers for: in no index, neither found nor cancelled by itself.
        case linkedReading
    }

    /// A timer of the table.
    enum Timer: Hashable, Sendable {
        /// An abandoned flight has lingered.
        case linger(FlightID)
        /// A commit has taken too long.
        case commit(FlightID)

        var flight: FlightID {
            switch self {
            case .linger(let id), .commit(let id): id
            }
        }
    }

    struct Slot: Sendable {
        var generation: UInt32 = 0
        var entry: Candidate?
    }

    var slots: ContiguousArray<Slot> = []
    private var free: [Int] = []
    private(set) var identities = SlotIndex<Identity>()
    private(set) var keys = SlotIndex<Key>()
    private(set) var types = SlotIndex<ObjectIdentifier>()
    private(set) var keyTypes = SlotIndex<ObjectIdentifier>()
    var timers = TimerQueue<Timer>()
    /// Flights whose write may not have ended, among them some that have.
    var writing: Set<FlightID> = []
    /// Whether nothing is accepted any more.
    private(set) var isClosed = false
    /// The generation of slots that are new; above that of every slot there has been before.
    ///
    /// No id is zero: a flight that was never in the table has that one.
    private var firstGeneration: UInt32 = 1
    /// How many entries there are.
    private(set) var count = 0

    init() {}
}

// MARK: - Beginning

extension InFlightTable {
    /// What becomes of a call.
    enum Beginning: Sendable {
        /// The candidate is in the table; the flights it replaced are out of it and are to be ended.
        case started(FlightID, replacing: [Flight])
        /// The call shares this flight, if its cell still admits it. If not, end the entry and begin again.
        case joined(FlightID, Flight)
        /// Nothing was started; the flights that were replaced are out of the table all the same.
        case refused(RequestError.Reason, replacing: [Flight])
    }

    /// A call is accepted, or begins its network stage: looks up, decides about duplicates and inserts in one step.
    mutating func begin(_ candidate: Candidate, _ duplicates: DuplicatePolicy) -> Beginning {
        if isClosed { return .refused(.shutDown, replacing: []) }
        var replaced: [Flight] = []
        if duplicates != .allow {
            guard candidate.key != nil || candidate.identity != nil else {
                return .refused(.unmatchable, replacing: [])
            }
            switch duplicates {
            case .allow: break
            case .exclude:
                if firstMatch(of: candidate) != nil { return .refused(.duplicate, replacing: []) }
            case .join:
                guard candidate.isSafe else { return .refused(.unsafeToJoin, replacing: []) }
                if candidate.stage == .network, let beginning = join(candidate) { return beginning }
            case .replace:
                while let slot = firstMatch(of: candidate), let entry = remove(slot) {
                    replaced.append(entry.flight)
                }
            }
        }
        guard candidate.stage != .network || candidate.hasTransport else {
            return .refused(.noTransport, replacing: replaced)
        }
        return .started(insert(candidate), replacing: replaced)
    }

    /// A stored read comes along with a network call, which answers for it as long as it is in flight.
    mutating func link(_ read: Candidate) -> FlightID? {
        isClosed ? nil : insert(read)
    }

    /// A stored read that is in the table already is taken on by a network call.
    mutating func relink(_ id: FlightID) {
        guard let slot = slot(of: id) else { return }
        withdraw(slot)
        slots[slot].entry?.stage = .linkedReading
    }

    /// The network call a stored read was linked to is over: from now on the read is found by itself.
    mutating func unlink(_ id: FlightID) {
        guard let slot = slot(of: id), var entry = slots[slot].entry, entry.stage == .linkedReading else { return }
        entry.stage = .reading
        slots[slot].entry = entry
        list(entry, in: slot)
    }

    private func join(_ candidate: Candidate) -> Beginning? {
        var isIncompatible = false
        let match = firstMatch(of: candidate) { slot in
            guard let entry = slots[slot].entry, entry.stage == .network else { return false }
            if entry.type == candidate.type, entry.storing == candidate.storing, entry.isSafe { return true }
            isIncompatible = true
            return false
        }
        guard let slot = match, let entry = slots[slot].entry else {
            return isIncompatible ? .refused(.incompatibleToJoin, replacing: []) : nil
        }
        return .joined(FlightID(slot: slot, generation: slots[slot].generation), entry.flight)
    }

    /// The newest equal call of a certain kind: by key alone where there is one, else by identity.
    private func firstMatch(of candidate: Candidate, where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
        if let key = candidate.key { return keys.first(under: key, where: isWanted) }
        return candidate.identity.flatMap { identities.first(under: $0, where: isWanted) }
    }

    private mutating func insert(_ candidate: Candidate) -> FlightID {
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
        } else {
            slot = slots.count
            slots.append(Slot(generation: firstGeneration))
        }
        slots[slot].entry = candidate
        // A linked read is not found, and is no detour for those who look.
        if candidate.stage != .linkedReading { list(candidate, in: slot) }
        count += 1
        return FlightID(slot: slot, generation: slots[slot].generation)
    }

    private mutating func list(_ entry: Candidate, in slot: Int) {
        types.insert(slot, under: entry.type)
        if let identity = entry.identity { identities.insert(slot, under: identity) }
        if let key = entry.key { keys.insert(slot, under: key) }
        if let keyType = entry.keyType { keyTypes.insert(slot, under: keyType) }
    }

    private mutating func withdraw(_ slot: Int) {
        identities.remove(slot)
        keys.remove(slot)
        types.remove(slot)
        keyTypes.remove(slot)
    }
}

// MARK: - Ending

extension InFlightTable {
    /// What is to be done about a flight that a caller has left.
    enum Departure: Sendable {
        /// Others are still there, or it goes on without them, or it has ended.
        case none
        /// The last has left: it is out of the table and is to be ended.
        case cancel(Flight)
    }

    /// An entry has ended; nothing happens if it is gone already.
    @discardableResult
    mutating func end(_ id: FlightID) -> Flight? {
        slot(of: id).flatMap { remove($0)?.flight }
    }

    /// A caller has left a flight that now has `remaining` callers.
    mutating func leave(_ id: FlightID, remaining: Int, at now: Duration) -> Departure {
        guard remaining == 0, let slot = slot(of: id), let entry = slots[slot].entry else { return .none }
        switch entry.abandonment {
        case .cancel:
            return remove(slot).map { .cancel($0.flight) } ?? .none
        case .finish: return .none
        case .linger(let duration):
            timers.set(.linger(id), at: now + duration)
            return .none
        }
    }

    /// A caller has joined a flight: it no longer lingers.
    mutating func arrive(_ id: FlightID) {
        timers.cancel(.linger(id))
    }

    /// Ends everything that matches and returns it.
    mutating func take(_ selector: Selector) -> [Flight] {
        slots(matching: selector).compactMap { remove($0)?.flight }
    }

    /// Ends everything, accepts nothing more, and returns what there was.
    ///
    /// Linked reads stay: the end of their network call decides about them, and what it leaves is found from then on.
    mutating func close() -> [Flight] {
        isClosed = true
        return take(.everything)
    }

    mutating func remove(_ slot: Int) -> Candidate? {
        guard slot < slots.count, let entry = slots[slot].entry.take() else { return nil }
        let id = FlightID(slot: slot, generation: slots[slot].generation)
        slots[slot].generation &+= 1
        free.append(slot)
        withdraw(slot)
        timers.cancel(.linger(id))
        timers.cancel(.commit(id))
        count -= 1
        if count == 0 { reset() }
        return entry
    }

    /// An idle table keeps nothing of its busiest hour; new slots start above every id given so far.
    private mutating func reset() {
        guard slots.count > 1024 else { return }
        firstGeneration = (slots.map(\.generation).max() ?? 0) &+ 1
        slots = []
        free = []
        // They are empty too, but not small.
        (identities, keys, types, keyTypes) = (SlotIndex(), SlotIndex(), SlotIndex(), SlotIndex())
        timers = TimerQueue()
    }
}
