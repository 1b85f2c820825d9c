/// The types that a shape takes.
///
/// An object is a type of its own, declared in the type it is part of and named by its key. Objects of the same name and equal
/// shape are one type, declared in the root. JSON that is no object at its top is a type with a single property, but for
/// an array of objects, which is an array of the root.
package struct DeclarationPlan: Hashable, Sendable {
    package let root: TypeDeclaration
    /// Whether the JSON is an array of the root.
    package let isList: Bool

    /// The types for a shape; no nested one has a name among `rootNames`.
    package init(_ shape: JSONShape, rootNames: Set<String>) {
        if case .object(let object) = shape.kind, !object.properties.isEmpty, !shape.isNullable {
            isList = false
            root = Self.root(object, rootNames, isSingleValue: false)
        } else if case .array(let element) = shape.kind, !shape.isNullable, !element.isNullable,
            case .object(let object) = element.kind, !object.properties.isEmpty
        {
            isList = true
            root = Self.root(object, rootNames, isSingleValue: false)
        } else {
            isList = false
            let property = ObjectShape.Property(Self.key(of: shape), shape)
            root = Self.root(ObjectShape([property]), rootNames, isSingleValue: true)
        }
    }

    private static func root(
        _ object: ObjectShape,
        _ names: Set<String>,
        isSingleValue: Bool
    ) -> TypeDeclaration {
        var builder = DeclarationBuilder(root: object, rootNames: names)
        return builder.declaration(of: object, at: [], isSingleValue: isSingleValue)
    }

    /// The name for the content of JSON that is no object.
    private static func key(of shape: JSONShape) -> String {
        switch shape.kind {
        case .array: "elements"
        case .object: "fields"
        default: "value"
        }
    }
}
