/// Entries by the time they are due: a binary heap, earliest first out.
///
/// Nothing in it is looked up or changed: whoever uses it knows which entries still count. Inlinable, for it is generic and
/// other modules use it; that takes `@usableFromInline` on the type as well.
@usableFromInline
package struct DeadlineHeap<ID: Sendable>: Sendable {
    @usableFromInline
    package struct Entry: Sendable {
        @usableFromInline package let deadline: Duration
        @usableFromInline package let id: ID

        @inlinable
        init(deadline: Duration, id: ID) {
            self.deadline = deadline
            self.id = id
        }
    }

    @usableFromInline var entries: [Entry] = []

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { entries.count }

    /// The entry that is due first.
    @inlinable
    package var first: Entry? { entries.first }

    @inlinable
    package mutating func insert(_ id: ID, at deadline: Duration) {
        entries.append(Entry(deadline: deadline, id: id))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(parent, child)
            child = parent
        }
    }

    /// Takes the first entry out if it is due.
    @inlinable
    package mutating func popFirst(dueAt now: Duration) -> Entry? {
        guard let first, first.deadline <= now else { return nil }
        removeFirst()
        return first
    }

    /// Takes the first entry out; there must be one.
    @inlinable
    package mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while 2 * parent + 1 < entries.count {
            var child = 2 * parent + 1
            if child + 1 < entries.count, entries[child + 1].deadline < entries[child].deadline { child += 1 }
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(parent, child)
            parent = child
        }
    }

    /// Takes out every entry that does not count any more.
    @inlinable
    package mutating func removeAll(where isStale: (Entry) -> Bool) {
        entries.removeAll(where: isStale)
        // What is sorted is a heap.
        entries.sort { $0.deadline < $1.deadline }
    }
}
