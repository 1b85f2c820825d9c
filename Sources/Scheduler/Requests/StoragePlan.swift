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
/// An identifier of `nil` keeps this instance out of every store.
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

    init?(
        _ form: StoringPlan.Form,
        _ coding: StoredCoding<Response>? = nil,
        scope: String,
        namespace: String,
        identifier: String?,
        dataClass: DataClass,
        kind: StoreKind?,
        failedWrite: FailedWrite,
        contentError: OnContentError
    ) {
        guard let identifier else { return nil }
        storing = StoringPlan(
            key: StoreKey(scope: scope, namespace: namespace, identifier: identifier, dataClass: dataClass),
            kind: kind,
            form: form,
            keepsOldEntry: failedWrite == .keepsOldEntry,
            yieldsToContentErrors: contentError == .removesOldEntry,
            coding: coding
        )
    }

    /// Stores the payload's bytes as they came; a transport that restores this request decodes them again.
    ///
    /// The payload must be `Data` or another ``RawPayload``; any other is reported and not stored.
    public static func raw(
        scope: String = "",
        namespace: String,
        identifier: String?,
        dataClass: DataClass = .default,
        in kind: StoreKind? = nil,
        onFailedWrite: FailedWrite = .removesOldEntry,
        onContentError: OnContentError = .keepsOldEntry
    ) -> StoragePlan? {
        StoragePlan(
            .raw,
            scope: scope,
            namespace: namespace,
            identifier: identifier,
            dataClass: dataClass,
            kind: kind,
            failedWrite: onFailedWrite,
            contentError: onContentError
        )
    }

    /// Stores the response in a form of your own.
    public static func value(
        scope: String = "",
        namespace: String,
        identifier: String?,
        dataClass: DataClass = .default,
        in kind: StoreKind? = nil,
        onFailedWrite: FailedWrite = .removesOldEntry,
        onContentError: OnContentError = .keepsOldEntry,
        encode: @escaping @Sendable (Response) throws -> Data,
        decode: @escaping @Sendable (Data) throws -> Response
    ) -> StoragePlan? {
        StoragePlan(
            .value,
            StoredCoding(encode: encode, decode: decode),
            scope: scope,
            namespace: namespace,
            identifier: identifier,
            dataClass: dataClass,
            kind: kind,
            failedWrite: onFailedWrite,
            contentError: onContentError
        )
    }

    /// Keeps the response itself, without encoding it: only in a store that keeps live values.
    public static func live(
        scope: String = "",
        namespace: String,
        identifier: String?,
        dataClass: DataClass = .default,
        in kind: StoreKind? = nil,
        onFailedWrite: FailedWrite = .removesOldEntry,
        onContentError: OnContentError = .keepsOldEntry
    ) -> StoragePlan? {
        StoragePlan(
            .live,
            scope: scope,
            namespace: namespace,
            identifier: identifier,
            dataClass: dataClass,
            kind: kind,
            failedWrite: onFailedWrite,
            contentError: onContentError
        )
    }
}
