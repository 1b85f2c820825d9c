#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

extension StoreKind {
    /// Entries live as long as the store.
    public static let memory = StoreKind(rawValue: "memory")
}

/// A store in memory: keeps responses as they are, and bytes too, until they are removed or the store goes.
///
/// It has no limit of its own. Nothing it does waits, and none of its operations throws. The time saved is given back
/// exactly as it was written.
public actor MemoryStore: Store {
    /// The classes of data it takes; `nil` takes any.
    public nonisolated let dataClasses: Set<DataClass>?

    /// `StoreKind.memory`.
    public nonisolated var kind: StoreKind { .memory }

    /// `true`: a response needs no encoding to be kept here.
    public nonisolated var keepsLiveValues: Bool { true }

    package nonisolated let fence: StoreFence

    private var entries: [DataClass: [StoreKey: StoredEntry]] = [:]

    /// An empty store.
    ///
    /// - Parameter dataClasses: The classes of data it takes; `nil` takes any.
    public init(dataClasses: Set<DataClass>? = nil) {
        self.init(dataClasses: dataClasses, order: .process)
    }

    package init(dataClasses: Set<DataClass>? = nil, order: FenceOrder) {
        self.dataClasses = dataClasses
        fence = StoreFence(in: order)
    }

    /// The entry under `key`, or `nil` where there is none.
    public func entry(for key: StoreKey) -> StoredEntry? {
        entries[key.dataClass]?[key]
    }

    /// Writes `content` under `key` if `permit` still allows it.
    public func write(
        _ content: StoredContent,
        for key: StoreKey,
        savedAt: Date,
        under permit: WritePermit
    ) -> WriteOutcome {
        fence.write(key, under: permit, over: entry(for: key)?.version) {
            let entry = StoredEntry(content: content, savedAt: savedAt, version: permit.point)
            entries[key.dataClass, default: [:]][key] = entry
        }
    }

    /// Removes the entry under `key` unless it was written by work begun after `point`.
    public func remove(_ key: StoreKey, at point: FencePoint) {
        fence.remove(.entry(key), at: point) {
            guard let entry = entry(for: key), !entry.version.isNewer(than: point) else { return }
            discard(key)
        }
    }

    /// Removes the entry under `key` if it is still that `version`; a newer one stays.
    public func remove(_ key: StoreKey, ifStill version: FencePoint) {
        guard entry(for: key)?.version == version else { return }
        discard(key)
    }

    /// Removes every entry of one class, and nothing else, unless written by work begun after `point`.
    public func removeAll(of dataClass: DataClass, at point: FencePoint) {
        fence.remove(.dataClass(dataClass), at: point) { discardAll(of: dataClass, at: point) }
    }

    /// Removes every entry unless written by work begun after `point`.
    public func removeAll(at point: FencePoint) {
        fence.remove(.everything, at: point) {
            for dataClass in entries.keys { discardAll(of: dataClass, at: point) }
        }
    }

    private func discard(_ key: StoreKey) {
        entries[key.dataClass]?[key] = nil
        if entries[key.dataClass]?.isEmpty == true { entries[key.dataClass] = nil }
    }

    private func discardAll(of dataClass: DataClass, at point: FencePoint) {
        let newer = entries[dataClass]?.filter { $0.value.version.isNewer(than: point) } ?? [:]
        entries[dataClass] = newer.isEmpty ? nil : newer
    }
}
