/// Something that happens once and that any number of tasks wait for; one that is cancelled stops waiting at once.
///
/// It is a flight's cell with nothing to decode.
final class Completion<Value: Sendable>: Sendable {
    /// Resumed with whether it has happened; if not, the waiting task was cancelled.
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private let cell = Lock(FlightCell<Waiter, Never, Result<Value, any Error>>())

    /// It has happened.
    ///
    /// The first time counts.
    func end(with outcome: Result<Value, any Error>) {
        for waiter in cell.withLock({ $0.end(outcome) })?.waiters ?? [] { waiter.resume(returning: true) }
    }

    /// Waits for it.
    ///
    /// Throws `CancellationError` if this task is cancelled first.
    func value() async throws -> Value {
        if let token = cell.withLock({ $0.admit(priority: 0) }), await !park(token) { throw CancellationError() }
        guard case .ended(let outcome) = cell.withLock({ $0.phase }) else { throw CancellationError() }
        return try outcome.get()
    }

    private func park(_ token: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                switch cell.withLock({ $0.park(token, continuation) }) {
                case nil: break
                case .ended: continuation.resume(returning: true)
                case .park, .drive, .left: continuation.resume(returning: false)
                }
            }
        } onCancel: {
            cell.withLock { $0.leave(token) }.waiter?.resume(returning: false)
        }
    }
}
