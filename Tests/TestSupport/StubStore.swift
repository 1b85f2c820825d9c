#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
package import RequestScheduler

/// A store in memory whose every operation can be held at a gate or made to fail.
package actor StubStore: Store {
    package enum Operation: Hashable, Sendable { case read, write, remove, removeVersion, removeClass, removeAll }

    package nonisolated let dataClasses: Set<DataClass>?
    package nonisolated let kind: StoreKind
    package nonisolated let keepsLiveValues: Bool
    package nonisolated let fence = StoreFence()
    /// Counts operations that have begun, by kind.
    package nonisolated let begun: [Operation: Counter]
    package nonisolated let ended: [Operation: Counter]

    package private(set) var entries: [StoreKey: StoredEntry] = [:]
    private var gates: [Operation: Gate] = [:]
    private var failures: [Operation: any Error & Sendable] = [:]
    private var claimsBeforeGate = false

    package init(
        dataClasses: Set<DataClass>? = nil,
        kind: StoreKind = StoreKind(rawValue: "stub"),
        keepsLiveValues: Bool = false
    ) {
        self.dataClasses = dataClasses
        self.kind = kind
        self.keepsLiveValues = keepsLiveValues
        let operations: [Operation] = [.read, .write, .remove, .removeVersion, .removeClass, .removeAll]
        begun = Dictionary(uniqueKeysWithValues: operations.map { ($0, Counter()) })
        ended = Dictionary(uniqueKeysWithValues: operations.map { ($0, Counter()) })
    }

    package func hold(_ operation: Operation, at gate: Gate?) { gates[operation] = gate }

    /// Whether a write claims its permit before it is held, as one that hangs in the middle does.
    package func claimBeforeGate(_ claims: Bool) { claimsBeforeGate = claims }

    package func fail(_ operation: Operation, with error: (any Error & Sendable)?) { failures[operation] = error }

    package func put(_ content: StoredContent, for key: StoreKey, savedAt: Date) {
        entries[key] = StoredEntry(content: content, savedAt: savedAt, version: .next())
    }

    package func entry(for key: StoreKey) async throws -> StoredEntry? {
        try await pass(.read)
        defer { ended[.read]?.increment() }
        return entries[key]
    }

    package func write(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        under permit: WritePermit
    ) async throws -> WriteOutcome {
        defer { ended[.write]?.increment() }
        if claimsBeforeGate {
            let outcome = land(content, for: key, savedAt: savedAt, under: permit)
            try await pass(.write)
            return outcome
        }
        try await pass(.write)
        return land(content, for: key, savedAt: savedAt, under: permit)
    }

    private func land(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        under permit: WritePermit
    ) -> WriteOutcome {
        fence.write(key, under: permit, over: entries[key]?.version) {
            entries[key] = StoredEntry(content: content, savedAt: savedAt, version: permit.point)
        }
    }

    package func remove(_ key: StoreKey, at point: FencePoint) async throws {
        try await pass(.remove)
        defer { ended[.remove]?.increment() }
        fence.remove(.entry(key), at: point) { remove(at: point) { $0 == key } }
    }

    package func remove(_ key: StoreKey, ifStill version: FencePoint) async throws {
        try await pass(.removeVersion)
        defer { ended[.removeVersion]?.increment() }
        if entries[key]?.version == version { entries[key] = nil }
    }

    package func removeAll(of dataClass: DataClass, at point: FencePoint) async throws {
        try await pass(.removeClass)
        defer { ended[.removeClass]?.increment() }
        fence.remove(.dataClass(dataClass), at: point) { remove(at: point) { $0.dataClass == dataClass } }
    }

    package func removeAll(at point: FencePoint) async throws {
        try await pass(.removeAll)
        defer { ended[.removeAll]?.increment() }
        fence.remove(.everything, at: point) { remove(at: point) { _ in true } }
    }

    private func remove(at point: FencePoint, where isMeant: (StoreKey) -> Bool) {
        entries = entries.filter { !isMeant($0.key) || $0.value.version.isNewer(than: point) }
    }

    private func pass(_ operation: Operation) async throws {
        begun[operation]?.increment()
        await gates[operation]?.pass()
        // Listens to cancellation, as stores do: none may reach it.
        try Task.checkCancellation()
        if let error = failures[operation] { throw error }
    }
}
