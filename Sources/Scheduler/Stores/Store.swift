#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A place that keeps entries and gives them back.
///
/// The stores that ship are actors; yours may be.
///
/// The coordinator calls each requirement from a task of its own that no caller's cancellation reaches, and never waits
/// for one while a caller wants to leave. A store must be safe to call from several tasks at once.
///
/// **The fence.** Writes and removals arrive in any order; their ``FencePoint`` says which order they began in. A store
/// keeps that order by doing each write inside ``StoreFence/write(_:under:over:_:)`` and each removal inside
/// ``StoreFence/remove(_:at:_:)``, with no suspension between the check and the change.
public protocol Store: Sendable {
    /// The classes of data it takes; `nil` takes any.
    nonisolated var dataClasses: Set<DataClass>? { get }

    /// What sort of store it is.
    nonisolated var kind: StoreKind { get }

    /// Whether it keeps responses as they are, so that they need no encoding. `false` by default.
    nonisolated var keepsLiveValues: Bool { get }

    /// The entry under `key`, or `nil` where there is none.
    func entry(for key: StoreKey) async throws -> StoredEntry?

    /// Writes `content` under `key` if `permit` still allows it.
    ///
    /// - Parameters:
    ///   - content: What to keep.
    ///   - key: Where to keep it.
    ///   - savedAt: The time saved, in wall time.
    ///   - permit: Allows the write once, unless it was revoked, or overtaken by a newer write or a removal.
    /// - Returns: Whether the entry was written, and if not, why.
    func write(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        under permit: WritePermit
    ) async throws -> WriteOutcome

    /// Removes the entry under `key` unless it was written by work begun after `point`.
    func remove(_ key: StoreKey, at point: FencePoint) async throws

    /// Removes the entry under `key` if it is still that `version`; a newer one stays.
    func remove(_ key: StoreKey, ifStill version: FencePoint) async throws

    /// Removes every entry of one class, and nothing else, unless written by work begun after `point`.
    func removeAll(of dataClass: DataClass, at point: FencePoint) async throws

    /// Removes every entry unless written by work begun after `point`.
    func removeAll(at point: FencePoint) async throws
}

extension Store {
    /// Responses are encoded before they are stored.
    public nonisolated var keepsLiveValues: Bool { false }

    /// Whether entries of `dataClass` may be here.
    package nonisolated func takes(_ dataClass: DataClass) -> Bool {
        dataClasses?.contains(dataClass) ?? true
    }
}
