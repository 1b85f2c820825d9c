/// Which of many may be due, and when to look next: a pure binary heap, earliest first out.
///
/// One that is due says itself whether its time is up or when to ask again, so that moving a deadline back costs nothing.
struct HTTPDeadlineQueue<Member: Sendable>: Sendable {
    private struct Entry: Sendable {
        let time: Duration
        let id: UInt64
    }

    private var members: [UInt64: Member] = [:]
    private var heap: [Entry] = []

    /// How many there are.
    var count: Int { members.count }

    /// How many entries are kept for them.
    var entryCount: Int { heap.count }

    /// When to look next; `nil` if there is nobody to look after.
    var next: Duration? { heap.first?.time }

    /// Has a member looked after at a time, as well as at those set before.
    mutating func set(_ member: Member, as id: UInt64, at time: Duration) {
        members[id] = member
        heap.append(Entry(time: time, id: id))
        siftUp(from: heap.count - 1)
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
        heap.sort { $0.time < $1.time }
    }

    /// Takes out the entries that are due and gives their members, each once.
    mutating func takeDue(at now: Duration) -> [(id: UInt64, member: Member)] {
        var due: [(id: UInt64, member: Member)] = []
        var taken: Set<UInt64> = []
        while let first = heap.first, first.time <= now {
            removeFirst()
            if let member = members[first.id], taken.insert(first.id).inserted {
                due.append((first.id, member))
            }
        }
        dropStale()
        return due
    }

    private mutating func dropStale() {
        while let first = heap.first, members[first.id] == nil { removeFirst() }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while 2 * parent + 1 < heap.count {
            var child = 2 * parent + 1
            if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
            guard heap[child].time < heap[parent].time else { return }
            heap.swapAt(parent, child)
            parent = child
        }
    }

    private mutating func siftUp(from index: Int) {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].time < heap[parent].time else { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }
}
