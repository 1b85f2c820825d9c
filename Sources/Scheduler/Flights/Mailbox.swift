/// What flights have to tell the table, taken in by every turn before it looks.
///
/// Posting never suspends. The doorbell, a stream that carries nothing, asks for a turn when there is no call about to
/// make one: once many posts have gathered, or at once when something waits for them.
final class Mailbox: Sendable {
    /// One message.
    enum Message: Sendable {
        /// The flight has ended, or is about to in the next step.
        case ended(FlightID)
        /// The network call that answered for this stored read is over.
        case unlinked(FlightID)
        /// A stream has left the flight; there is no caller to tell the table.
        case left(Flight)
        /// The flight is about to write to a store.
        case writeBegan(FlightID)
        /// Its write has ended or was not begun.
        case writeEnded(FlightID)
        /// The timer of this time is due.
        case timer(Duration)
        /// Nobody can ask for this stored read any more.
        case dropped(Flight)

        /// Whether somebody depends on a turn soon.
        var isUrgent: Bool {
            switch self {
            case .ended, .unlinked, .writeEnded: false
            case .left, .dropped, .writeBegan, .timer: true
            }
        }
    }

    private struct State {
        var messages: ContiguousArray<Message> = []
        var isAwaited = false
        var isClosed = false
    }

    /// So many posts ring the bell by themselves.
    static let capacity = 64

    /// Rings; the one listener makes a turn.
    let bell: AsyncStream<Void>

    private let ringer: AsyncStream<Void>.Continuation
    private let state = Lock(State())

    init() {
        (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a message; one that is pressing rings whatever it is.
    func post(_ message: Message, isPressing: Bool = false) {
        let rings = state.withLock { state in
            guard !state.isClosed else { return false }
            state.messages.append(message)
            return isPressing || state.isAwaited || message.isUrgent || state.messages.count == Mailbox.capacity
        }
        if rings { ringer.yield() }
    }

    /// Exchanges what has gathered for an empty buffer of the reader's: no allocation in the steady state.
    func take(into spare: inout ContiguousArray<Message>) {
        let empty = spare
        spare = state.withLock { state in
            guard !state.messages.isEmpty else { return empty }
            defer { state.messages = empty }
            return state.messages
        }
    }

    /// Whether every post is to ring, because something waits for the table to learn of it.
    func setAwaited(_ isAwaited: Bool) {
        state.withLock { $0.isAwaited = isAwaited }
    }

    /// Ends the bell.
    ///
    /// Nothing is kept that nobody will read: messages hold flights, and flights hold the mailbox.
    func close() {
        ringer.finish()
        let unread = state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
        withExtendedLifetime(unread) {}
    }
}
