/// When each pending timer is due: a pure binary heap, earliest first out.
///
/// Times are measured from the coordinator's start on its clock. A timer set again replaces the one before. Replaced and
/// cancelled ones leave the heap when they reach its top, or when they outnumber the others.
struct TimerQueue<ID: Hashable & Sendable>: Sendable {
    private struct Entry {
        let deadline: Duration
        let id: ID
    }

    private var deadlines: [ID: Duration] = [:]
    private var heap: [Entry] = []

    var isEmpty: Bool { deadlines.isEmpty }
    var count: Int { deadlines.count }

    /// The earliest time at which something is due.
    var next: Duration? { heap.first?.deadline }

    mutating func set(_ id: ID, at deadline: Duration) {
        guard deadlines.updateValue(deadline, forKey: id) != deadline else { return }
        heap.append(Entry(deadline: deadline, id: id))
        siftUp(from: heap.count - 1)
        discardStale()
    }

    mutating func cancel(_ id: ID) {
        guard !deadlines.isEmpty, deadlines.removeValue(forKey: id) != nil else { return }
        discardStale()
    }

    /// Takes out what is due, earliest first.
    mutating func takeDue(at now: Duration) -> [ID] {
        var due: [ID] = []
        while let first = heap.first, first.deadline <= now {
            popFirst()
            if deadlines[first.id] == first.deadline {
                deadlines[first.id] = nil
                due.append(first.id)
            }
        }
        discardStale()
        return due
    }

    private func isStale(_ entry: Entry) -> Bool { deadlines[entry.id] != entry.deadline }

    private mutating func discardStale() {
        while let first = heap.first, isStale(first) { popFirst() }
        guard heap.count > 2 * deadlines.count + 32 else { return }
        heap.removeAll(where: isStale)
        heap.sort { $0.deadline < $1.deadline }
    }

    private mutating func popFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            let right = left + 1
            let child = right < heap.count && heap[right].deadline < heap[left].deadline ? right : left
            guard heap[child].deadline < heap[parent].deadline else { return }
            heap.swapAt(parent, child)
            parent = child
        }
    }

    private mutating func siftUp(from index: Int) {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].deadline < heap[parent].deadline else { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }
}
