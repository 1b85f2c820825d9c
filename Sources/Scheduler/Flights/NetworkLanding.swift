/// How a caller's network call came out, as far as a linked stored read is concerned.
enum NetworkLanding: Sendable, Hashable, CaseIterable {
    case succeeded
    case failed
    case cancelled
    case duplicate

    init(_ outcome: Result<some Any, any Error>) {
        switch outcome {
        case .success: self = .succeeded
        case .failure(RequestError.Reason.duplicate): self = .duplicate
        case .failure(RequestError.Reason.cancelled), .failure(RequestError.Reason.replaced),
            .failure(RequestError.Reason.released), .failure(RequestError.Reason.shutDown):
            self = .cancelled
        case .failure(is CancellationError): self = .cancelled
        case .failure: self = .failed
        }
    }
}

extension StoreLink {
    /// Why a read that has not landed is not wanted any more; `nil` if it still is.
    func cancellation(on landing: NetworkLanding) -> RequestError.Reason? {
        switch (self, landing) {
        case (.independent, _), (_, .failed): nil
        case (_, .succeeded): .linkedCallSucceeded
        case (.dependFull, .cancelled): .linkedCallCancelled
        case (.dependFull, .duplicate): .linkedCallDuplicate
        case (.dependSuccessResult, .cancelled), (.dependSuccessResult, .duplicate): nil
        }
    }
}
