/// What is known of the values at one place of JSON, from samples.
///
/// Shapes form a semilattice: ``merge(_:)`` gives the least shape that both have, whichever comes first, and merging what is
/// known already changes nothing.
package struct JSONShape: Hashable, Sendable {
    /// What values other than null are.
    package var kind: Kind
    /// Whether there was a null.
    package var isNullable: Bool

    package init(_ kind: Kind, isNullable: Bool = false) {
        self.kind = kind
        self.isNullable = isNullable
    }

    /// Nothing was seen, as of the elements of an empty array.
    package static let unknown = JSONShape(.unknown)

    package indirect enum Kind: Hashable, Sendable {
        case unknown
        case bool
        case number(NumberShape)
        case text(TextShape)
        case array(JSONShape)
        case object(ObjectShape)
        /// Values of kinds that no type but one for any JSON holds.
        case mixed(Set<ValueKind>)
    }

    /// Which type holds all numbers.
    package enum NumberShape: Hashable, Sendable, CaseIterable {
        /// Integers of 64 bits.
        case integer
        /// Integers of up to 38 digits.
        case decimal
        /// A fraction or an exponent was written.
        case double
        /// Greater integers, or large ones beside fractions: a `Double` holds the nearest value only.
        case rounded
    }

    package enum TextShape: Hashable, Sendable, CaseIterable {
        /// Dates and times of ISO 8601, as `JSONDecoder` reads them.
        case date
        case string
    }

    /// The kinds that JSON itself tells apart.
    package enum ValueKind: String, Hashable, Sendable, CaseIterable {
        case bool = "booleans"
        case number = "numbers"
        case text = "strings"
        case array = "arrays"
        case object = "objects"
    }
}
