/// One type to be written: response, model and body are written from the same.
package struct TypeDeclaration: Hashable, Sendable {
    /// The names of the types it stands in below the root, and its own; empty for the root.
    package let path: [String]
    package let properties: [PropertyDeclaration]
    /// The types declared in it.
    package let nested: [TypeDeclaration]
    /// Whether its JSON is no object but the value of its one property.
    package let isSingleValue: Bool

    /// It and all that are declared in it.
    package var all: [TypeDeclaration] { [self] + nested.flatMap(\.all) }
}

/// One property of a type to be written.
package struct PropertyDeclaration: Hashable, Sendable {
    package let key: String
    /// Its name in models and bodies, without backticks.
    package let name: String
    /// Its name in responses, which have methods.
    package let responseName: String
    package let type: TypeReference
    package let isOptional: Bool
    /// What the samples leave open.
    package let note: String?
}
