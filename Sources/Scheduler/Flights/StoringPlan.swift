/// What a ``StoragePlan`` holds, without the response's type in its own: what must be equal for two calls to share one flight,
/// and what a commit needs to know.
///
/// An object: most calls have none, and what may have one is to stay small enough to be copied cheaply.
final class StoringPlan: Sendable {
    enum Form: Hashable, Sendable { case raw, value, live }

    let key: StoreKey
    let kind: StoreKind?
    let form: Form
    let keepsOldEntry: Bool
    /// Whether the entry is removed when the answer is an error of content.
    let yieldsToContentErrors: Bool
    /// How the response becomes bytes and back, where it is the plan that says so.
    let coding: AnyStoredCoding?

    init(
        key: StoreKey,
        kind: StoreKind?,
        form: Form,
        keepsOldEntry: Bool,
        yieldsToContentErrors: Bool = false,
        coding: AnyStoredCoding? = nil
    ) {
        self.key = key
        self.kind = kind
        self.form = form
        self.keepsOldEntry = keepsOldEntry
        self.yieldsToContentErrors = yieldsToContentErrors
        self.coding = coding
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
