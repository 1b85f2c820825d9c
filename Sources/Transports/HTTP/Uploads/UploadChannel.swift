#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// Between the source of a body, which has a task of its own, and the transfer that sends it.
final class UploadChannel: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        var queue = UploadQueue<Waiter>()
        var producer: Task<Void, Never>?
        var isClosed = false
    }

    private let state = Lock(State())
    private let onMore: @Sendable () -> Void

    /// Has the source begin; `onMore` tells that there is something after there was nothing.
    init(_ upload: HTTPUpload, onMore: @escaping @Sendable () -> Void) {
        self.onMore = onMore
        let producer = Task.detached { [self] in
            do throws(HTTPTransportError) {
                try await upload.produce { chunk throws(HTTPTransportError) in try await self.push(chunk) }
                finish(.success(()))
            } catch {
                finish(.failure(error))
            }
        }
        let isClosed = state.withLock { state in
            state.producer = producer
            return state.isClosed
        }
        if isClosed { producer.cancel() }
    }

    /// Takes out what is to be sent next.
    func pull(into buffer: UnsafeMutableRawBufferPointer) -> UploadQueue<CheckedContinuation<Void, Never>>.Pull {
        let (pull, waiter) = state.withLock { $0.queue.pull(into: buffer) }
        waiter?.resume()
        return pull
    }

    /// Ends the source: nobody sends any more.
    func close() {
        let (producer, waiter) = state.withLock { state in
            defer { state.producer = nil }
            state.isClosed = true
            return (state.producer, state.queue.leave())
        }
        producer?.cancel()
        waiter?.resume()
    }

    private func finish(_ result: Result<Void, HTTPTransportError>) {
        if state.withLock({ $0.queue.finish(result) }) { onMore() }
    }

    private func push(_ chunk: Data) async throws(HTTPTransportError) {
        if state.withLock({ $0.queue.push(chunk) }) { onMore() }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { $0.isClosed || $0.queue.hasRoom(for: continuation) }
            if goesOn { continuation.resume() }
        }
        guard !Task.isCancelled else { throw HTTPTransportError(.cancelled) }
    }
}
