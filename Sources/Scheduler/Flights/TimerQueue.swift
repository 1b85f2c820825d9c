/// When each pending timer is due: a pure value, earliest first out.
///
/// Times are measured from the coordinator's start on its clock. A timer set again replaces the one before. Replaced and
/// cancelled ones leave the heap when they reach its top, or when they outnumber the others.
struct TimerQueue<ID: Hashable & Sendable>: Sendable {
    private var deadlines: [ID: Duration] = [:]
    private var heap = DeadlineHeap<ID>()

    var isEmpty: Bool { deadlines.isEmpty }
    var count: Int { deadlines.count }

    /// The earliest time at which something is due.
    var next: Duration? { heap.first?.deadline }

    mutating func set(_ id: ID, at deadline: Duration) {
        guard deadlines.updateValue(deadline, forKey: id) != deadline else { return }
        heap.insert(id, at: deadline)
        discardStale()
    }

    mutating func cancel(_ id: ID) {
        guard !deadlines.isEmpty, deadlines.removeValue(forKey: id) != nil else { return }
        discardStale()
    }

    /// Takes out what is due, earliest first.
    mutating func takeDue(at now: Duration) -> [ID] {
        var due: [ID] = []
        while let entry = heap.popFirst(dueAt: now) {
            guard !isStale(entry) else { continue }
            deadlines[entry.id] = nil
            due.append(entry.id)
        }
        discardStale()
        return due
    }

    private func isStale(_ entry: DeadlineHeap<ID>.Entry) -> Bool { deadlines[entry.id] != entry.deadline }

    private mutating func discardStale() {
        while let first = heap.first, isStale(first) { heap.removeFirst() }
        guard heap.count > 2 * deadlines.count + 32 else { return }
        heap.removeAll(where: isStale)
    }
}
