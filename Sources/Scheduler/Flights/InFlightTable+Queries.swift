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
        case .identity(let identity): identities.contains(identity)
        case .type(let type): types.contains(type)
        case .key(let key): keys.contains(key)
        case .keyType(let type): keyTypes.contains(type)
        case .everything: types.count > 0
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
        switch selector {
        case .identity(let identity): identities.slots(under: identity)
        case .type(let type): types.slots(under: type)
        case .key(let key): keys.slots(under: key)
        case .keyType(let type): keyTypes.slots(under: type)
        case .everything: slots.indices.filter { slots[$0].entry.map { $0.stage != .linkedReading } ?? false }
        }
    }

    func slot(of id: FlightID) -> Int? {
        guard id.slot < slots.count, slots[id.slot].generation == id.generation, slots[id.slot].entry != nil else {
            return nil
        }
        return id.slot
    }
}
