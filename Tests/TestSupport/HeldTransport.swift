#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
package import RequestScheduler

/// Holds every flight until the test answers it, and records what happened to it.
///
/// Its payloads are integers, or text that is not one; restored, the text's bytes.
package final class HeldTransport: Transport {
    package typealias Decoding = @Sendable (_ payload: any Sendable, _ origin: PayloadOrigin) throws -> any Sendable
    package typealias Starting = @Sendable (_ index: Int, _ channel: ResultChannel) -> Void

    private struct Held {
        let request: any Request
        var channel: ResultChannel?
        var cancellations = 0
    }

    private let held = Lock([Held]())
    private let supporting: @Sendable (any Request) -> Bool
    private let restoring: (@Sendable (any Request) -> Bool)?
    private let starting: Starting
    private let decoding: Decoding

    /// Counts what was started.
    package let started = Counter()
    /// Counts what was cancelled.
    package let cancelled = Counter()
    package let sendExecutor: (any TaskExecutor)?
    package let decodingExecutor: (any TaskExecutor)?
    package let showsActivity: Bool

    package init(
        supporting: @escaping @Sendable (any Request) -> Bool = { _ in true },
        restoring: (@Sendable (any Request) -> Bool)? = nil,
        sendExecutor: (any TaskExecutor)? = nil,
        decodingExecutor: (any TaskExecutor)? = nil,
        showsActivity: Bool = false,
        starting: @escaping Starting = { _, _ in },
        decoding: @escaping Decoding = HeldTransport.integer
    ) {
        self.supporting = supporting
        self.restoring = restoring
        self.starting = starting
        self.decoding = decoding
        self.sendExecutor = sendExecutor
        self.decodingExecutor = decodingExecutor
        self.showsActivity = showsActivity
    }

    /// The payload as an integer, or an error.
    package static let integer: Decoding = { payload, _ in
        if let value = payload as? Int { return value }
        let text = (payload as? Text)?.text ?? (payload as? Data).map { String(decoding: $0, as: UTF8.self) }
        guard let value = text.flatMap({ Int($0) }) else { throw Failure(-1) }
        return value
    }

    package var requests: [any Request] { held.withLock { $0.map(\.request) } }
    package var cancellations: [Int] { held.withLock { $0.map(\.cancellations) } }

    package func supports<R: Request>(_ request: R) -> Bool { supporting(request) }

    package func restores<R: Request>(_ request: R) -> Bool { (restoring ?? supporting)(request) }

    package func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        let index = held.withLock { held in
            held.append(Held(request: request, channel: channel))
            return held.count - 1
        }
        channel.onCancel { [self] in
            held.withLock { $0[index].cancellations += 1 }
            drop(index)
            cancelled.increment()
        }
        starting(index, channel)
        started.increment()
    }

    /// Registers once more what is to happen on cancellation, however late.
    package func rearm(_ index: Int) {
        held.withLock { $0[index].channel }?.onCancel { [self] in drop(index) }
    }

    package func decode<R: Request>(
        _ payload: any Sendable,
        for request: R,
        from origin: PayloadOrigin
    ) throws -> R.Response {
        guard let response = try decoding(payload, origin) as? R.Response else { throw Failure(-2) }
        return response
    }

    /// Answers a flight; may be told again, to be late.
    package func answer(_ index: Int, _ result: Result<any Sendable, any Error>) {
        held.withLock { $0[index].channel }?.finish(result)
    }

    package func succeed(_ index: Int = 0, _ value: any Sendable) { answer(index, .success(value)) }

    package func fail(_ index: Int = 0, _ error: any Error = Failure()) { answer(index, .failure(error)) }

    package func report(_ index: Int = 0, _ progress: TransferProgress) {
        held.withLock { $0[index].channel }?.progress(progress)
    }

    /// Drops a flight unanswered.
    package func drop(_ index: Int = 0) {
        let dropped = held.withLock { held -> ResultChannel? in
            defer { held[index].channel = nil }
            return held[index].channel
        }
        withExtendedLifetime(dropped) {}
    }
}

/// A payload that can give its bytes.
package struct Text: RawPayload, Hashable {
    package var text: String

    package init(_ text: String) { self.text = text }

    package var rawBytes: Data { Data(text.utf8) }
}
