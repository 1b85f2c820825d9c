import RequestScheduler

/// Which of many may be due, and when to look next: a pure value, earliest first out.
///
/// One that is due says itself whether its time is up or when to ask again, so that moving a deadline back costs nothing.
struct HTTPDeadlineQueue<Member: Sendable>: Sendable {
    private var members: [UInt64: Member] = [:]
    private var heap = DeadlineHeap<UInt64>()

    /// How many there are.
    var count: Int { members.count }

    /// How many entries are kept for them.
    var entryCount: Int { heap.count }

    /// When to look next; `nil` if there is nobody to look after.
    var next: Duration? { heap.first?.deadline }

    /// Has a member looked after at a time, as well as at those set before.
    mutating func set(_ member: Member, as id: UInt64, at time: Duration) {
        members[id] = member
        heap.insert(id, at: time)
    }

    /// Has a member looked after again, unless it was forgotten meanwhile.
    mutating func setAgain(_ id: UInt64, at time: Duration) {
        guard let member = members[id] else { return }
        set(member, as: id, at: time)
    }

    /// Forgets a member.
    mutating func remove(_ id: UInt64) {
        guard members.removeValue(forKey: id) != nil else { return }
        // Entries of those that are gone stay until they are at the top, or too many.
        guard heap.count > 2 * members.count + 32 else { return dropStale() }
        heap.removeAll { members[$0.id] == nil }
    }

    /// Takes out the entries that are due and gives their members, each once.
    mutating func takeDue(at now: Duration) -> [(id: UInt64, member: Member)] {
        var due: [(id: UInt64, member: Member)] = []
        var taken: Set<UInt64> = []
        while let entry = heap.popFirst(dueAt: now) {
            if let member = members[entry.id], taken.insert(entry.id).inserted {
                due.append((entry.id, member))
            }
        }
        dropStale()
        return due
    }

    private mutating func dropStale() {
        while let first = heap.first, members[first.id] == nil { heap.removeFirst() }
    }
}
