/// The name of one stored entry.
///
/// Two keys are one entry exactly when all four parts are equal, byte for byte.
///
/// Swift compares strings by canonical equivalence; a store compares bytes. The parts are compared as UTF-8 here, so that
/// every store agrees on what is one key.
public struct StoreKey: Hashable, Sendable {
    /// Whose data it is, such as an account; empty when there is only one owner.
    public let scope: String

    /// What kind of request it answers: a stable name that outlives the name of the Swift type.
    public let namespace: String

    /// Which request of that kind it answers.
    public let identifier: String

    /// The class it is kept and removed with.
    public let dataClass: DataClass

    /// A key of these parts.
    public init(scope: String = "", namespace: String, identifier: String, dataClass: DataClass = .default) {
        self.scope = scope
        self.namespace = namespace
        self.identifier = identifier
        self.dataClass = dataClass
    }

    private static func sameBytes(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8)
    }

    /// Whether all parts are equal byte for byte.
    public static func == (one: StoreKey, other: StoreKey) -> Bool {
        sameBytes(one.identifier, other.identifier) && sameBytes(one.namespace, other.namespace)
            && sameBytes(one.scope, other.scope)
            && one.dataClass == other.dataClass
    }

    /// Feeds the hasher with the parts.
    ///
    /// Byte-equal strings are equal strings, so the cheaper hash of strings will do.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scope)
        hasher.combine(namespace)
        hasher.combine(identifier)
        hasher.combine(dataClass)
    }
}
