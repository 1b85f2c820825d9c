/// Names the objects of a shape and declares them.
struct DeclarationBuilder {
    /// What makes objects one type.
    private struct Identity: Hashable {
        let name: String
        let shape: ObjectShape
    }

    private let reserved: Set<String>
    private var counts: [Identity: Int] = [:]
    /// In the order in which they were first met.
    private var identities: [Identity] = []
    /// Where types that several properties have are declared.
    private var sharedPaths: [Identity: [String]] = [:]
    private var rootScope = NameScope()

    init(root: ObjectShape, rootNames: Set<String>) {
        reserved = ReservedNames.types.union(rootNames)
        count(root)
        rootScope = scope(of: root, within: [])
        let own = root.properties.compactMap(Self.identity)
        for identity in own + identities where counts[identity, default: 0] > 1 && sharedPaths[identity] == nil {
            sharedPaths[identity] = [rootScope.claim(identity.name)]
        }
    }

    private mutating func count(_ object: ObjectShape) {
        for identity in object.properties.compactMap(Self.identity) {
            counts[identity, default: 0] += 1
            guard counts[identity] == 1 else { continue }
            identities.append(identity)
            count(identity.shape)
        }
    }

    /// The object that a property has, through arrays, if one is known.
    private static func identity(_ property: ObjectShape.Property) -> Identity? {
        var shape = property.shape
        var isElement = false
        while case .array(let element) = shape.kind {
            shape = element
            isElement = true
        }
        guard case .object(let object) = shape.kind, !object.properties.isEmpty else { return nil }
        return Identity(name: isElement ? TypeName.element(property.key) : TypeName.object(property.key), shape: object)
    }

    /// Names for the types in a type: none that one around it has, nor a property of it.
    private func scope(of object: ObjectShape, within path: [String]) -> NameScope {
        let keys = object.properties.map(\.key)
        let names = PropertyNames(keys, reserved: ReservedNames.properties).all
            .union(PropertyNames(keys, reserved: ReservedNames.responseProperties).all)
        return NameScope(taken: names.union(path), reserved: reserved)
    }

    mutating func declaration(
        of object: ObjectShape,
        at path: [String],
        isSingleValue: Bool = false
    ) -> TypeDeclaration {
        var scope = path.isEmpty ? rootScope : scope(of: object, within: path)
        let keys = object.properties.map(\.key)
        let names = PropertyNames(keys, reserved: ReservedNames.properties)
        let responseNames = PropertyNames(keys, reserved: ReservedNames.responseProperties)
        var nested: [TypeDeclaration] = []
        var properties: [PropertyDeclaration] = []
        for property in object.properties {
            var typePath: [String] = []
            if let identity = Self.identity(property) {
                if let shared = sharedPaths[identity] {
                    typePath = shared
                } else {
                    typePath = path + [scope.claim(identity.name)]
                    nested.append(declaration(of: identity.shape, at: typePath))
                }
            }
            let isLoose = property.shape.isNullable || !property.isRequired
            properties.append(
                PropertyDeclaration(
                    key: property.key,
                    name: names[property.key],
                    responseName: responseNames[property.key],
                    type: Self.type(property.shape, typePath),
                    isOptional: isLoose,
                    note: Self.note(property.shape)
                )
            )
        }
        if path.isEmpty {
            for identity in identities {
                guard let shared = sharedPaths[identity] else { continue }
                nested.append(declaration(of: identity.shape, at: shared))
            }
        }
        return TypeDeclaration(path: path, properties: properties, nested: nested, isSingleValue: isSingleValue)
    }

    private static func type(_ shape: JSONShape, _ path: [String]) -> TypeReference {
        switch shape.kind {
        case .unknown, .mixed: return .json
        case .bool: return .bool
        case .number(.integer): return .integer
        case .number(.decimal): return .decimal
        case .number(.double), .number(.rounded): return .double
        case .text(.date): return .date
        case .text(.string): return .string
        case .object(let object): return object.properties.isEmpty ? .fields : .object(path)
        case .array(let element):
            let type = type(element, path)
            // A value of any kind may be null as it is.
            return .array(element.isNullable && type != .json ? .optional(type) : type)
        }
    }

    private static func note(_ shape: JSONShape) -> String? {
        switch shape.kind {
        case .unknown: shape.isNullable ? "Null in every sample." : nil
        case .bool, .text, .number(.integer), .number(.double): nil
        case .number(.decimal): "Has integers beyond 64 bits."
        case .number(.rounded): "Has numbers that no type holds exactly: the nearest value is read."
        case .object(let object): object.properties.isEmpty ? "Empty in every sample." : nil
        case .array(let element):
            switch element.kind {
            case .unknown: element.isNullable ? "Has only nulls in every sample." : "Empty in every sample."
            default: note(element)
            }
        case .mixed(let kinds):
            "Has values of different kinds: "
                + JSONShape.ValueKind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ", ") + "."
        }
    }
}
