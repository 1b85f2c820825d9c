#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How the answer of a request is stored: under which key, in which form, in which kind of store.
///
/// ```swift
/// var storage: StoragePlan<User>? {
///     .value(namespace: "user", identifier: "\(id)", dataClass: .init(Kept.user))
/// }
/// ```
///
/// A plan is made of a ``StorageForm``, here ``value``, and of the entry's name; an identifier of `nil` keeps this instance out
/// of every store.
public struct StoragePlan<Response: Sendable>: Sendable {
    /// What becomes of the entry that was there when a new answer could not be written.
    public enum FailedWrite: Sendable, Hashable {
        /// It is removed: better no entry than one that passes for the latest.
        case removesOldEntry
        /// It stays.
        case keepsOldEntry
    }

    /// What becomes of the entry that was there when the answer is a ``ContentError``.
    public enum OnContentError: Sendable, Hashable {
        /// It stays.
        case keepsOldEntry
        /// It is removed before the caller has the error: what the server refuses is not to be shown any more.
        case removesOldEntry
    }

    /// The plan itself: of the same size for every response, so that a call can carry it without asking how large it is.
    let storing: StoringPlan

    /// The entry's name.
    public var key: StoreKey { storing.key }

    /// The only kind of store that may hold it; `nil` means any.
    public var kind: StoreKind? { storing.kind }

    /// What becomes of the old entry when writing a new one fails.
    public var failedWrite: FailedWrite { storing.keepsOldEntry ? .keepsOldEntry : .removesOldEntry }

    /// What becomes of the old entry when the answer is an error.
    public var contentError: OnContentError { storing.yieldsToContentErrors ? .removesOldEntry : .keepsOldEntry }

    init(_ storing: StoringPlan) {
        self.storing = storing
    }
}

// MARK: - Forms

extension StoragePlan {
    /// Stores the payload's bytes as they came; a transport that restores this request decodes them again.
    ///
    /// The payload must be `Data` or another ``RawPayload``; any other is reported and not stored.
    public static var raw: StorageForm<Response> { StorageForm(.raw) }

    /// Stores the response in a form of your own: `.value(encode: …, decode: …)(namespace: "user", identifier: "7")`.
    public static func value(
        encode: @escaping @Sendable (Response) throws -> Data,
        decode: @escaping @Sendable (Data) throws -> Response
    ) -> StorageForm<Response> {
        StorageForm(.value, StoredCoding(encode: encode, decode: decode))
    }

    /// Keeps the response itself, without encoding it: only in a store that keeps live values.
    public static var live: StorageForm<Response> { StorageForm(.live) }
}
