#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A payload that can give its bytes, so that it can be stored as it came.
///
/// Restored from a store it comes back as `Data`; see ``PayloadOrigin``.
public protocol RawPayload: Sendable {
    /// The bytes to store.
    var rawBytes: Data { get }
}

extension Data: RawPayload {
    /// Itself.
    public var rawBytes: Data { self }
}
