extension InFlightTable {
    /// What is there, in no particular order.
    var entries: [(id: FlightID, entry: Candidate)] {
        slots.indices.compactMap { slot in
            slots[slot].entry.map { (FlightID(slot: slot, generation: slots[slot].generation), $0) }
        }
    }

    /// What matches, in no particular order.
    func entries(matching selector: Selector) -> [(id: FlightID, entry: Candidate)] {
        slots(matching: selector).compactMap { slot in
            slots[slot].entry.map { (FlightID(slot: slot, generation: slots[slot].generation), $0) }
        }
    }

    /// Whether nothing at all is kept: no entry, no index, no timer, no write.
    var isIdle: Bool {
        count == 0 && timers.isEmpty && writing.isEmpty
            && identities.count + keys.count + types.count + keyTypes.count == 0
    }

    func slot(of id: FlightID) -> Int? {
        guard id.slot < slots.count, slots[id.slot].generation == id.generation, slots[id.slot].entry != nil else {
            return nil
        }
        return id.slot
    }
}
