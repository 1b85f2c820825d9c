/// How a caller's network call came out, as far as a linked stored read is concerned.
enum NetworkLanding: Sendable, Hashable, CaseIterable {
    case succeeded
    case failed
    case cancelled
    case duplicate

    init(_ outcome: Result<some Any, any Error>) {
        switch outcome {
        case .success: self = .succeeded
        case .failure(is CancellationError): self = .cancelled
        case .failure(let error as RequestError) where error.isDecision: self.init(decision: error.reason)
        case .failure: self = .failed
        }
    }

    private init(decision reason: RequestError.Reason) {
        switch reason {
        case .duplicate: self = .duplicate
        case .cancelled, .replaced, .released, .shutDown: self = .cancelled
        default: self = .failed
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
