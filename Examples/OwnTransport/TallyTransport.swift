import RequestScheduler
import Synchronization

/// Adds to the tally; is answered with the sum so far.
struct Add: Request, Hashable {
    typealias Response = Int
    let number: Int
    /// Adding twice is not the same as adding once, so equal calls may not share a flight.
    var isSafe: Bool { false }
}

/// A transport without any network: what it asks is in the process.
///
/// It answers before its start returns, needs no task and has nothing to cancel. A database, a sensor or a subprocess is
/// wrapped in the same way, with a task where the answer takes time.
final class TallyTransport: Transport {
    /// The request is not one for the tally.
    struct Unsupported: Error {}

    private let sum = Mutex(0)

    func supports<R: Request>(_ request: R) -> Bool {
        request is Add
    }

    /// There are no bytes to restore.
    func restores<R: Request>(_ request: R) -> Bool { false }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let request = request as? Add else { return channel.finish(.failure(Unsupported())) }
        let total = sum.withLock { sum in
            sum += request.number
            return sum
        }
        channel.finish(.success(total))
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        guard let response = payload as? R.Response else { throw Unsupported() }
        return response
    }
}
