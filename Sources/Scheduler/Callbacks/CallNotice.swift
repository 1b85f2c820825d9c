#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a ``RequestDelegate`` is told of a call.
public struct CallNotice: Sendable {
    /// The request that was called for.
    public let request: any Request

    /// The key it was called under.
    public let key: RequestKey?

    /// Whether the outcome is that of a store: a stored value, or why a call that asked only the store has none.
    public let isFromStorage: Bool

    /// When a stored value was saved.
    public let savedAt: Date?

    /// How the call ended.
    public let outcome: CallOutcome<any Sendable>

    /// How the call ended, if it was one for a request of this type.
    public func outcome<R: Request>(of type: R.Type) -> CallOutcome<R.Response>? {
        request is R ? outcome.typed(as: R.Response.self) : nil
    }
}

extension CallNotice {
    init<R: Request>(_ request: R, _ key: RequestKey?, _ outcome: CallOutcome<Finding<R.Response>>, storeOnly: Bool) {
        self.request = request
        self.key = key
        if case .value(.stored(let stored)) = outcome {
            isFromStorage = true
            savedAt = stored.savedAt
        } else {
            isFromStorage = storeOnly
            savedAt = nil
        }
        self.outcome = outcome.map(\.value).erased
    }
}
