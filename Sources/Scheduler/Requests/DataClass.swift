/// A kind of stored data that is kept and removed together, such as everything of one signed-in user.
///
/// The raw value is what a persistent store keeps: choose it once and do not rename it. Two classes are one exactly when
/// their raw values are equal byte for byte, as in a ``StoreKey``.
///
/// ```swift
/// enum Kept: String { case user, catalogue }
/// let dataClass = DataClass(Kept.user)
/// ```
public struct DataClass: RawRepresentable, Hashable, Sendable {
    /// The stored form.
    public let rawValue: String

    /// A class with this stored form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The class of a case of your own enumeration.
    public init<Name: RawRepresentable>(_ name: Name) where Name.RawValue == String {
        rawValue = name.rawValue
    }

    /// The class of everything that names no other.
    public static let `default` = DataClass(rawValue: "default")

    /// Whether the raw values are equal byte for byte.
    public static func == (one: DataClass, other: DataClass) -> Bool {
        one.rawValue.utf8.elementsEqual(other.rawValue.utf8)
    }

    /// The opposite of `==`; without it the one for raw values would be taken, which compares by canonical equivalence.
    public static func != (one: DataClass, other: DataClass) -> Bool {
        !(one == other)
    }
}
