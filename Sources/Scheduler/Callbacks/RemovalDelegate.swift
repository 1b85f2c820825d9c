/// An object that is told how removals from the stores come out.
///
/// It is held weakly from the call on. Where it is gone nothing is called; the removal itself is done all the same.
public protocol RemovalDelegate: AnyObject, Sendable {
    /// A removal has ended.
    ///
    /// Called exactly once for each removal, on its ``CallbackTarget``.
    func removalEnded(_ notice: RemovalNotice)
}

/// What a ``RemovalDelegate`` is told of a removal.
public struct RemovalNotice: Sendable {
    /// What was to be removed.
    public enum Subject: Sendable {
        /// What is stored for this request.
        case request(any Request)
        /// Everything of this class.
        case dataClass(DataClass)
        /// Everything in the stores that take any class.
        case storesOfAnyClass
        /// Everything.
        case everything
    }

    /// What was to be removed.
    public let subject: Subject

    /// How it came out.
    public let outcome: CallOutcome<Void>
}
