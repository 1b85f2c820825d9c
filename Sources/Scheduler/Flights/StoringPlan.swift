/// What of a request's storage must be equal for two calls to share one flight, and what a commit needs to know.
///
/// An object: most calls have none, and a table's entry that may have one is to stay small enough to be copied cheaply.
final class StoringPlan: Sendable {
    enum Form: Hashable, Sendable { case raw, value, live }

    let key: StoreKey
    let kind: StoreKind?
    let form: Form
    let keepsOldEntry: Bool
    /// Whether the entry is removed when the answer is an error of content.
    let yieldsToContentErrors: Bool

    init(key: StoreKey, kind: StoreKind?, form: Form, keepsOldEntry: Bool, yieldsToContentErrors: Bool = false) {
        self.key = key
        self.kind = kind
        self.form = form
        self.keepsOldEntry = keepsOldEntry
        self.yieldsToContentErrors = yieldsToContentErrors
    }
}

extension StoringPlan: Equatable {
    static func == (one: StoringPlan, other: StoringPlan) -> Bool {
        one === other
            || (one.key == other.key && one.kind == other.kind && one.form == other.form
                && one.keepsOldEntry == other.keepsOldEntry
                && one.yieldsToContentErrors == other.yieldsToContentErrors)
    }
}

extension StoragePlan {
    /// This plan without the response's type.
    var storing: StoringPlan {
        let form: StoringPlan.Form =
            switch form {
            case .raw: .raw
            case .value: .value
            case .live: .live
            }
        return StoringPlan(
            key: key,
            kind: kind,
            form: form,
            keepsOldEntry: failedWrite == .keepsOldEntry,
            yieldsToContentErrors: contentError == .removesOldEntry
        )
    }
}
