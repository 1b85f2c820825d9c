/// The form in which an answer is stored; called with the name of an entry, it is a ``StoragePlan``.
///
/// ```swift
/// var storage: StoragePlan<[User]>? { .live(namespace: "users", identifier: "all", in: .memory) }
/// ```
///
/// Forms are ``StoragePlan/value``, ``StoragePlan/value(encode:decode:)``, ``StoragePlan/raw`` and ``StoragePlan/live``.
public struct StorageForm<Response: Sendable>: Sendable {
    private let form: StoringPlan.Form
    private let coding: StoredCoding<Response>?

    init(_ form: StoringPlan.Form, _ coding: StoredCoding<Response>? = nil) {
        self.form = form
        self.coding = coding
    }

    /// The plan that stores this form under a name.
    ///
    /// - Parameters:
    ///   - scope: Keeps equal names apart, such as those of two accounts.
    ///   - namespace: What kind of thing is stored; no type names, which change with the code.
    ///   - identifier: Which one of its kind; `nil` is no plan.
    ///   - dataClass: What the entry is removed with.
    ///   - kind: The only kind of store that may hold it; `nil` means any.
    ///   - failedWrite: What becomes of the old entry when writing a new one fails.
    ///   - contentError: What becomes of the old entry when the answer is a ``ContentError``.
    public func callAsFunction(
        scope: String = "",
        namespace: String,
        identifier: String?,
        dataClass: DataClass = .default,
        in kind: StoreKind? = nil,
        onFailedWrite failedWrite: StoragePlan<Response>.FailedWrite = .removesOldEntry,
        onContentError contentError: StoragePlan<Response>.OnContentError = .keepsOldEntry
    ) -> StoragePlan<Response>? {
        guard let identifier else { return nil }
        return StoragePlan(
            StoringPlan(
                key: StoreKey(scope: scope, namespace: namespace, identifier: identifier, dataClass: dataClass),
                kind: kind,
                form: form,
                keepsOldEntry: failedWrite == .keepsOldEntry,
                yieldsToContentErrors: contentError == .removesOldEntry,
                coding: coding
            )
        )
    }
}
