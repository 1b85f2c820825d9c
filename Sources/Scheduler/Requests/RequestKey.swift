/// A name under which calls are matched, whatever requests they carry: any `Hashable & Sendable` value, erased.
///
/// Two keys are equal when the types of their values are the same type and the values are equal. `Int` 1, `UInt8` 1 and
/// `Double` 1.0 are three keys.
///
/// ```swift
/// let page = try await coordinator.response(for: GetPage(1), key: "feed", duplicates: .replace)
/// let all = await coordinator.cancel(keyType: Tab.self)
/// ```
public struct RequestKey: Hashable, Sendable {
    private let box: KeyBox

    /// A key of this value.
    ///
    /// A key of a key is that key.
    public init<Value: Hashable & Sendable>(_ value: Value) {
        box = (value as? RequestKey)?.box ?? KeyBoxOf(value)
    }

    /// The type of the value.
    var type: ObjectIdentifier { box.type }

    /// Whether types and values are equal.
    public static func == (one: RequestKey, other: RequestKey) -> Bool {
        one.box === other.box || (one.box.hash == other.box.hash && one.box.isSame(as: other.box))
    }

    /// Feeds the hasher with the value's hash, computed once when the key was made.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(box.hash)
    }
}

extension RequestKey: ExpressibleByStringLiteral {
    /// A key of a `String`.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

/// The value behind a key; its hash is computed once, outside any isolation.
private class KeyBox: @unchecked Sendable {  // Immutable: `let`s only, here and in the one subclass.
    let type: ObjectIdentifier
    let hash: Int

    init(type: ObjectIdentifier, hash: Int) {
        self.type = type
        self.hash = hash
    }

    func isSame(as other: KeyBox) -> Bool { self === other }
}

private final class KeyBoxOf<Value: Hashable & Sendable>: KeyBox, @unchecked Sendable {  // As its superclass.
    private let value: Value

    init(_ value: Value) {
        self.value = value
        super.init(type: ObjectIdentifier(Value.self), hash: value.hashValue)
    }

    override func isSame(as other: KeyBox) -> Bool {
        guard let other = other as? KeyBoxOf<Value> else { return false }
        return other.value == value
    }
}
