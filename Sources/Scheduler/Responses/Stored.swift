#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value from a store and the time it was saved there.
public struct Stored<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value

    /// When it was saved, in wall time.
    public let savedAt: Date

    /// A value saved at a time.
    public init(value: Value, savedAt: Date) {
        self.value = value
        self.savedAt = savedAt
    }
}

extension Stored: Equatable where Value: Equatable {}
