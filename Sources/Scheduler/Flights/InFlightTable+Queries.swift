extension InFlightTable {
    /// Which calls are meant.
    enum Selector: Sendable {
        case identity(Identity)
        case type(ObjectIdentifier)
        case key(Key)
        case keyType(ObjectIdentifier)
        case everything
    }

    /// Whether anything matches.
    func contains(_ selector: Selector) -> Bool {
        switch selector {
        case .identity(let identity): identities.first(under: identity, where: isFound) != nil
        case .type(let type): types.first(under: type, where: isFound) != nil
        case .key(let key): keys.first(under: key, where: isFound) != nil
        case .keyType(let type): keyTypes.first(under: type, where: isFound) != nil
        case .everything: slots.contains { $0.entry.map { $0.stage != .linkedReading } ?? false }
        }
    }

    /// What is there, in no particular order.
    var entries: [(id: FlightID, entry: Candidate)] {
        slots.indices.compactMap { slot in
            slots[slot].entry.map { (FlightID(slot: slot, generation: slots[slot].generation), $0) }
        }
    }

    /// Whether nothing at all is kept: no entry, no index, no timer, no write.
    var isIdle: Bool {
        count == 0 && timers.isEmpty && writing.isEmpty
            && identities.count + keys.count + types.count + keyTypes.count == 0
    }

    func slots(matching selector: Selector) -> [Int] {
        let candidates =
            switch selector {
            case .identity(let identity): identities.slots(under: identity)
            case .type(let type): types.slots(under: type)
            case .key(let key): keys.slots(under: key)
            case .keyType(let type): keyTypes.slots(under: type)
            case .everything: Array(slots.indices)
            }
        return candidates.filter(isFound)
    }

    /// Whether a slot is found by a selector: a linked read is answered for by its network call.
    func isFound(_ slot: Int) -> Bool {
        slots[slot].entry.map { $0.stage != .linkedReading } ?? false
    }

    func slot(of id: FlightID) -> Int? {
        guard id.slot < slots.count, slots[id.slot].generation == id.generation, slots[id.slot].entry != nil else {
            return nil
        }
        return id.slot
    }
}
