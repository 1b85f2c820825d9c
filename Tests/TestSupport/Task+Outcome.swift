package import RequestScheduler

extension Task where Failure == any Error {
    /// Why the scheduler gave the task no response; `nil` if it gave one, or another error.
    package var reason: RequestError.Reason? {
        get async {
            if case .failure(let error as RequestError) = await result { error.reason } else { nil }
        }
    }

    /// Whether it ended with `CancellationError` itself.
    package var isCancellation: Bool {
        get async {
            if case .failure(is CancellationError) = await result { true } else { false }
        }
    }
}

extension EventSequence {
    /// The events up to the first that will do, and that one.
    package func upTo(_ isLast: (RequestEvent) -> Bool) async -> [RequestEvent] {
        var events: [RequestEvent] = []
        for await event in self {
            events.append(event)
            if isLast(event) { break }
        }
        return events
    }

    /// Every event until the coordinator is gone or shut down.
    package func toEnd() async -> [RequestEvent] { await upTo { _ in false } }
}

extension RequestEvent {
    package var ending: Ending? { if case .ended(_, let ending) = self { ending } else { nil } }
    package var isBeginning: Bool { if case .began = self { true } else { false } }
    package var failedOperation: StoreFailure.Operation? {
        if case .storeFailed(let failure) = self { failure.operation } else { nil }
    }
}
