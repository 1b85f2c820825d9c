import RequestScheduler
import Synchronization

/// A delegate that passes on what it is told: of a call, of a stream, of a removal.
final class Listener: RequestDelegate, ResponseStreamDelegate, RemovalDelegate {
    private let told: AsyncStream<String>
    private let teller: AsyncStream<String>.Continuation
    private let last = Mutex<Weather?>(nil)

    init() {
        (told, teller) = AsyncStream.makeStream()
    }

    /// The first end it is told of.
    var heard: String {
        get async {
            for await outcome in told { return outcome }
            return "nothing"
        }
    }

    func callEnded(_ notice: CallNotice) {
        guard let outcome = notice.outcome(of: GetWeather.self) else { return }
        teller.yield(word(outcome))
    }

    func elementArrived(_ notice: ElementNotice) {
        guard let value = notice.element(of: GetWeather.self)?.value else { return }
        last.withLock { $0 = value }
    }

    func streamEnded(_ notice: StreamEndNotice) {
        teller.yield(word(notice.outcome, last: last.withLock { $0 }))
    }

    func removalEnded(_ notice: RemovalNotice) {
        teller.yield(word(notice.outcome.map { "removed" }))
    }
}
