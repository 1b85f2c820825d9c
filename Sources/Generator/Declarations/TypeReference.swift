/// The type of a property.
package indirect enum TypeReference: Hashable, Sendable {
    case bool, integer, decimal, double, date, string
    /// `JSONValue`.
    case json
    /// An object of which no property is known: `[String: JSONValue]`.
    case fields
    /// A declared type, by its path below the root.
    case object([String])
    case array(TypeReference)
    /// An element of an array that may be null.
    case optional(TypeReference)

    /// The path of the declared type within, if there is one.
    package var path: [String]? {
        switch self {
        case .object(let path): path
        case .array(let inner), .optional(let inner): inner.path
        default: nil
        }
    }

    /// What it is within arrays and optionals.
    package var innermost: TypeReference {
        switch self {
        case .array(let inner), .optional(let inner): inner.innermost
        default: self
        }
    }
}
