import Synchronization

/// Hands events to whoever observes: into bounded buffers, never into anyone's code.
final class EventHub: Sendable {
    fileprivate struct Observer {
        let continuation: AsyncStream<RequestEvent>.Continuation
        var lost = 0
    }

    private struct State {
        var nextID = 0
        var observers: [Int: Observer] = [:]
        var isClosed = false
    }

    private let capacity: Int
    private let state = Lock(State())
    private let isObserved = Atomic(false)

    init(capacity: Int) {
        // Room for the loss that is told of and for the event behind it; with less an observer would hear of losses only.
        self.capacity = max(2, capacity)
    }

    /// Tells every observer; costs one load where there is none.
    func send(_ event: @autoclosure () -> RequestEvent) {
        guard isObserved.load(ordering: .relaxed) else { return }
        let event = event()
        state.withLock { state in
            for id in state.observers.keys { state.observers[id]?.offer(event) }
        }
    }

    /// A new observer's events, from now on.
    func observe() -> AsyncStream<RequestEvent> {
        let (stream, continuation) = AsyncStream<RequestEvent>.makeStream(bufferingPolicy: .bufferingOldest(capacity))
        let id = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.nextID += 1
            state.observers[state.nextID] = Observer(continuation: continuation)
            isObserved.store(true, ordering: .relaxed)
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Ends every observer's sequence.
    func close() {
        let observers = state.withLock { state in
            state.isClosed = true
            isObserved.store(false, ordering: .relaxed)
            defer { state.observers = [:] }
            return Array(state.observers.values)
        }
        for observer in observers { observer.continuation.finish() }
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            state.observers[id] = nil
            if state.observers.isEmpty { isObserved.store(false, ordering: .relaxed) }
        }
    }
}

extension EventHub.Observer {
    /// Appends to the buffer; what finds no room is counted and told of before the next that does.
    fileprivate mutating func offer(_ event: RequestEvent) {
        if lost > 0 {
            guard case .enqueued = continuation.yield(.lost(lost)) else {
                lost += 1
                return
            }
            lost = 0
        }
        if case .dropped = continuation.yield(event) { lost += 1 }
    }
}
