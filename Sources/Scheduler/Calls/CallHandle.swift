/// A call that is told of by a completion or a delegate, for whoever may want to call it off.
///
/// Dropping it does not cancel the call.
public struct CallHandle: Sendable {
    private let tasks: [Task<Void, Never>]

    init(_ tasks: Task<Void, Never>...) {
        self.tasks = tasks
    }

    /// Ends the call, from any thread, unless it has ended.
    ///
    /// It ends with ``RequestError/Reason/cancelled``, told as every outcome is, never inside this method. It leaves calls that
    /// share its flight alone. After the end this does nothing.
    public func cancel() {
        for task in tasks { task.cancel() }
    }
}
