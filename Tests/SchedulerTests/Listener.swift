import RequestScheduler
import TestSupport

/// A delegate for everything a coordinator tells delegates of, which takes it all down.
final class Listener: RequestDelegate, ResponseStreamDelegate, RemovalDelegate {
    let notices = Log<CallNotice>()
    let elements = Log<ElementNotice>()
    let streamEnds = Log<StreamEndNotice>()
    let removals = Log<RemovalNotice>()

    /// Counts whatever it was told.
    let told = Counter()

    private let note: @Sendable (String) -> Void
    private let onElement = Lock<(@Sendable (ElementNotice) -> Void)?>(nil)
    private let onStreamEnd = Lock<(@Sendable (StreamEndNotice) -> Void)?>(nil)

    /// A delegate that also says in a word what it is told.
    init(_ note: @escaping @Sendable (String) -> Void = { _ in }) {
        self.note = note
    }

    func onElement(_ handle: @escaping @Sendable (ElementNotice) -> Void) { onElement.withLock { $0 = handle } }

    func onStreamEnd(_ handle: @escaping @Sendable (StreamEndNotice) -> Void) { onStreamEnd.withLock { $0 = handle } }

    func callEnded(_ notice: CallNotice) {
        notices.append(notice)
        note("the call's end")
        told.increment()
    }

    func elementArrived(_ notice: ElementNotice) {
        elements.append(notice)
        onElement.withLock { $0 }?(notice)
        note("an element")
        told.increment()
    }

    func streamEnded(_ notice: StreamEndNotice) {
        streamEnds.append(notice)
        onStreamEnd.withLock { $0 }?(notice)
        note("the stream's end")
        told.increment()
    }

    func removalEnded(_ notice: RemovalNotice) {
        removals.append(notice)
        note("the removal's end")
        told.increment()
    }
}
