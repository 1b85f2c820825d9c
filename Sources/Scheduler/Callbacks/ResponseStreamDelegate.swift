/// An object that is told what streams of responses give, and how they end.
///
/// It is held weakly from the call on. Where it is gone nothing is called; the stream itself goes on to its end all the same.
///
/// ```swift
/// final class Timeline: ResponseStreamDelegate {
///     func elementArrived(_ notice: ElementNotice) {
///         if let feed = notice.element(of: GetFeed.self)?.value { show(feed) }
///     }
///
///     func streamEnded(_ notice: StreamEndNotice) {
///         if let error = notice.outcome.error { show(error) }
///     }
/// }
///
/// let timeline = Timeline()
/// coordinator.responses(for: GetFeed(), on: .mainActor, informing: timeline)
/// ```
public protocol ResponseStreamDelegate: AnyObject, Sendable {
    /// A stream has an element.
    ///
    /// Called on the call's ``CallbackTarget`` for one element after the other; while it runs nothing more is looked for.
    /// Nothing is told once the call was called off.
    func elementArrived(_ notice: ElementNotice)

    /// A stream has ended.
    ///
    /// Called exactly once for each stream on the call's ``CallbackTarget``, after its last element.
    func streamEnded(_ notice: StreamEndNotice)
}
