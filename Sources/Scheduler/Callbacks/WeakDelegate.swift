/// A delegate that may be gone by the time it is to be told something.
struct WeakDelegate<Delegate: AnyObject & Sendable>: Sendable {
    private weak let delegate: Delegate?

    init(_ delegate: Delegate) {
        self.delegate = delegate
    }

    /// Tells it, if it is still there; it lives on for as long as it is told.
    func tell(_ say: (Delegate) -> Void) {
        if let delegate { say(delegate) }
    }
}
