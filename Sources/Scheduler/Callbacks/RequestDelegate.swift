/// An object that is told how calls end.
///
/// It is held weakly from the call on. Where it is gone when a call ends, nothing is called; the call itself goes on to its
/// end all the same.
///
/// ```swift
/// final class FeedScreen: RequestDelegate {
///     func callEnded(_ notice: CallNotice) {
///         if let outcome = notice.outcome(of: GetFeed.self) { show(outcome) }
///     }
/// }
///
/// let screen = FeedScreen()
/// coordinator.response(for: GetFeed(), on: .mainActor, informing: screen)
/// ```
public protocol RequestDelegate: AnyObject, Sendable {
    /// A call has ended.
    ///
    /// Called exactly once for each call, or stored read linked to one, on the call's ``CallbackTarget``.
    func callEnded(_ notice: CallNotice)
}
