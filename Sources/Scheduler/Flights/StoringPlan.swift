/// What of a request's storage must be equal for two calls to share one flight, and what a commit needs to know.
struct StoringPlan: Hashable, Sendable {
    enum Form: Hashable, Sendable { case raw, value, live }

    let key: StoreKey
    let kind: StoreKind?
    let form: Form
    let keepsOldEntry: Bool
    /// Whether the entry is removed when the answer is an error of content.
    var yieldsToContentErrors = false
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
