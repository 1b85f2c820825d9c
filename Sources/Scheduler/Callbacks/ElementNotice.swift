#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a ``ResponseStreamDelegate`` is told of one element.
public struct ElementNotice: Sendable {
    /// The request that was called for.
    public let request: any Request

    /// The key it was called under.
    public let key: RequestKey?

    /// A stored value, progress, or a fetched value.
    public let element: ResponseElement<any Sendable>

    /// The value, stored or fetched; `nil` for progress.
    public var value: (any Sendable)? { element.value }

    /// Whether the value is a stored one.
    public var isFromStorage: Bool { savedAt != nil }

    /// When a stored value was saved.
    public var savedAt: Date? { if case .stored(let stored) = element { stored.savedAt } else { nil } }

    /// How far the transfer has come, where that is what is told.
    public var progress: TransferProgress? { if case .progress(let progress) = element { progress } else { nil } }

    /// The element, if it is one of a request of this type.
    public func element<R: Request>(of type: R.Type) -> ResponseElement<R.Response>? {
        request is R ? element.typed(as: R.Response.self) : nil
    }
}

extension ElementNotice {
    init<R: Request>(_ request: R, _ key: RequestKey?, _ element: ResponseElement<R.Response>) {
        self.request = request
        self.key = key
        self.element = element.erased
    }
}
