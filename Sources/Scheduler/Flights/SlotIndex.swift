/// Finds the slots of a slab by a property: the newest first, in time proportional to what is found.
///
/// One list for each key, linked through arrays that run parallel to the slab. A key without slots is not kept.
struct SlotIndex<Key: Hashable> {
    fileprivate struct Link {
        let key: Key
        var newer: Int?
        var older: Int?
    }

    private var newest: [Key: Int] = [:]
    private var links: ContiguousArray<Link?> = []

    /// How many keys have slots.
    var count: Int { newest.count }

    /// How many slots it has a place for, taken or not.
    var places: Int { links.count }

    mutating func insert(_ slot: Int, under key: Key) {
        while links.count <= slot { links.append(nil) }
        let older = newest.updateValue(slot, forKey: key)
        links[slot] = Link(key: key, newer: nil, older: older)
        guard let older else { return }
        links[older]?.newer = slot
        // The dictionary keeps the first of equal keys: it is to be the newest slot's, which goes with that slot.
        newest[key] = nil
        newest[key] = slot
    }

    /// Forgets a slot; does nothing where it has no key here.
    mutating func remove(_ slot: Int) {
        guard slot < links.count, let link = links[slot] else { return }
        links[slot] = nil
        if let older = link.older { links[older]?.newer = link.newer }
        if let newer = link.newer {
            links[newer]?.older = link.older
        } else {
            newest[link.key] = nil
            if let older = link.older, let key = links[older]?.key { newest[key] = older }
        }
    }

    /// Whether there is a slot under a key.
    func contains(_ key: Key) -> Bool { newest[key] != nil }

    /// The newest slot under a key that satisfies a condition.
    func first(under key: Key, where isWanted: (Int) -> Bool) -> Int? {
        var next = newest[key]
        while let slot = next {
            if isWanted(slot) { return slot }
            next = links[slot]?.older
        }
        return nil
    }

    /// The slots under a key, newest first.
    func slots(under key: Key) -> [Int] {
        var slots: [Int] = []
        _ = first(under: key) {
            slots.append($0); return false
        }
        return slots
    }
}

extension SlotIndex: Sendable where Key: Sendable {}
extension SlotIndex.Link: Sendable where Key: Sendable {}
