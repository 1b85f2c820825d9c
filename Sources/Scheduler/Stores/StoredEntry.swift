#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An entry as a store gives it back.
public struct StoredEntry: Sendable {
    /// What was stored.
    public let content: StoredContent

    /// When it was stored, in wall time.
    public let savedAt: Date

    /// Which write it is from; lets a removal say "only if it is still this one".
    public let version: FencePoint

    /// An entry of these parts.
    public init(content: StoredContent, savedAt: Date, version: FencePoint) {
        self.content = content
        self.savedAt = savedAt
        self.version = version
    }
}
