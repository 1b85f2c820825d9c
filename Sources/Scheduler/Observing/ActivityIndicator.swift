/// How many flights that ask to be shown are in flight, of one coordinator or of several that share it.
///
/// ```swift
/// let indicator = ActivityIndicator()
/// var configuration = RequestCoordinator.Configuration()
/// configuration.activityIndicator = indicator
/// for await count in indicator.counts { spinner.isHidden = count == 0 }
/// ```
///
/// A flight asks if ``Request/showsActivity`` of its request says so, else if its transport does. It is counted from the turn that
/// begins it to its end, whatever kind of end that is; those who join it do not count again.
public final class ActivityIndicator: Sendable {
    private struct State {
        var count = 0
        /// Whether anything is shown at all.
        var isOn = true
        var nextID = 0
        var observers: [Int: AsyncStream<Int>.Continuation] = [:]
        var isClosed = false

        var shown: Int { isOn ? count : 0 }
    }

    /// Shows this one's flights too.
    private let parent: ActivityIndicator?
    private let state: Lock<State>

    /// An indicator that shows nothing yet.
    public convenience init() {
        self.init(isOn: true, within: nil)
    }

    init(isOn: Bool, within parent: ActivityIndicator?) {
        self.parent = parent
        state = Lock(State(isOn: isOn))
    }

    /// How many flights are shown now.
    public var count: Int { state.withLock { $0.shown } }

    /// How many flights are shown: now, and whenever that changes; a slow reader sees the newest count alone.
    ///
    /// Each use is an observer of its own.
    public var counts: ActivitySequence {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            continuation.yield(state.shown)
            guard !state.isClosed else { return nil }
            state.nextID += 1
            state.observers[state.nextID] = continuation
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return ActivitySequence(stream)
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.observers[id] = nil }
        }
        return ActivitySequence(stream)
    }
}

// MARK: - What is counted

extension ActivityIndicator {
    func begin() { change { $0.count += 1 } }

    func end() { change { $0.count -= 1 } }

    func turn(on isOn: Bool) { change { $0.isOn = isOn } }

    /// Ends the sequences; what is still to end is counted down for those this is a part of.
    func close() {
        let observers = state.withLock { state in
            state.isClosed = true
            defer { state.observers = [:] }
            return Array(state.observers.values)
        }
        for observer in observers { observer.finish() }
    }

    /// Observers and the parent are told in the order of the changes.
    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            let before = state.shown
            change(&state)
            let after = state.shown
            guard after != before else { return }
            for observer in state.observers.values { observer.yield(after) }
            parent?.change { $0.count += after - before }
        }
    }
}
