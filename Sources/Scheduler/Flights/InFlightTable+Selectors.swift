extension InFlightTable {
    /// Which calls are meant.
    indirect enum Selector: Sendable {
        case identity(Identity)
        case type(ObjectIdentifier)
        case key(Key)
        case keyType(ObjectIdentifier)
        case everything
        /// What every part means; everything, if there are none.
        case all([Selector])
        /// What some part means; nothing, if there are none.
        case any([Selector])
        case not(Selector)
    }

    /// Whether anything matches.
    func contains(_ selector: Selector) -> Bool {
        switch selector {
        case .identity(let identity): identities.contains(identity)
        case .type(let type): types.contains(type)
        case .key(let key): keys.contains(key)
        case .keyType(let type): keyTypes.contains(type)
        case .everything: types.count > 0
        case .all, .any, .not: candidates(for: selector).contains { matches($0, selector) }
        }
    }

    /// What matches: in no particular order, but always the same.
    func slots(matching selector: Selector) -> [Int] {
        switch selector {
        case .identity(let identity): identities.slots(under: identity)
        case .type(let type): types.slots(under: type)
        case .key(let key): keys.slots(under: key)
        case .keyType(let type): keyTypes.slots(under: type)
        case .everything: listed
        case .all, .any, .not: candidates(for: selector).filter { matches($0, selector) }
        }
    }

    /// Everything that can be found.
    private var listed: [Int] {
        slots.indices.filter { slots[$0].entry.map { $0.stage != .linkedReading } ?? false }
    }

    /// Whether the selector means an entry that can be found.
    private func matches(_ slot: Int, _ selector: Selector) -> Bool {
        guard let entry = slots[slot].entry else { return false }
        return matches(entry, selector)
    }

    private func matches(_ entry: Candidate, _ selector: Selector) -> Bool {
        switch selector {
        case .identity(let identity): entry.identity == identity
        case .type(let type): entry.type == type
        case .key(let key): entry.key == key
        case .keyType(let type): entry.keyType == type
        case .everything: true
        case .all(let parts): parts.allSatisfy { matches(entry, $0) }
        case .any(let parts): parts.contains { matches(entry, $0) }
        case .not(let part): !matches(entry, part)
        }
    }
}

// MARK: - Narrowing

extension InFlightTable {
    private enum Narrowing {
        /// All that matches is among these.
        case found([Int])
        /// They are more than was asked for.
        case tooMany
        /// No part narrows it.
        case none
    }

    /// What matches and perhaps more: what the cheapest part finds that every match satisfies, else everything.
    ///
    /// Each part is followed a little way at a time, so that a long list costs no more than the short one that wins.
    private func candidates(for selector: Selector) -> [Int] {
        var limit = 16
        while true {
            switch narrow(selector, isNegated: false, upTo: limit) {
            case .found(let slots): return slots
            case .tooMany: limit *= 2
            case .none: return listed
            }
        }
    }

    private func narrow(_ selector: Selector, isNegated: Bool, upTo limit: Int) -> Narrowing {
        switch (selector, isNegated) {
        case (.not(let part), _): narrow(part, isNegated: !isNegated, upTo: limit)
        case (.all(let parts), false), (.any(let parts), true): narrowByOne(parts, isNegated, upTo: limit)
        case (.any(let parts), false), (.all(let parts), true): narrowByEach(parts, isNegated, upTo: limit)
        case (.everything, true): .found([])
        case (.everything, false), (_, true): .none
        case (.identity(let identity), _): walk(identities, identity, upTo: limit)
        case (.type(let type), _): walk(types, type, upTo: limit)
        case (.key(let key), _): walk(keys, key, upTo: limit)
        case (.keyType(let type), _): walk(keyTypes, type, upTo: limit)
        }
    }

    private func walk<Property>(_ index: SlotIndex<Property>, _ property: Property, upTo limit: Int) -> Narrowing {
        var found: [Int] = []
        let beyond = index.first(under: property) { slot in
            found.append(slot)
            return found.count > limit
        }
        return beyond == nil ? .found(found) : .tooMany
    }

    /// Every match satisfies every part: the one that finds the fewest will do.
    private func narrowByOne(_ parts: [Selector], _ isNegated: Bool, upTo limit: Int) -> Narrowing {
        var best = Narrowing.none
        for part in parts {
            switch (narrow(part, isNegated: isNegated, upTo: limit), best) {
            case (.found(let slots), .found(let fewest)): if slots.count < fewest.count { best = .found(slots) }
            case (.found(let slots), _): best = .found(slots)
            case (.tooMany, .none): best = .tooMany
            case (.tooMany, _), (.none, _): break
            }
        }
        return best
    }

    /// A match satisfies one part or another: what any of them finds is wanted.
    private func narrowByEach(_ parts: [Selector], _ isNegated: Bool, upTo limit: Int) -> Narrowing {
        var union: Set<Int> = []
        for part in parts {
            switch narrow(part, isNegated: isNegated, upTo: limit) {
            case .found(let slots): union.formUnion(slots)
            case .tooMany: return .tooMany
            case .none: return .none
            }
        }
        return .found(union.sorted())
    }
}
