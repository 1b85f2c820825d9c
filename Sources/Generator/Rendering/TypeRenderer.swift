/// Writes the types of a plan as Swift.
///
/// The text depends on nothing but the plan and the names given here.
package struct TypeRenderer: Sendable {
    package enum Role: Hashable, Sendable {
        /// `Codable`, with a way to its model.
        case response
        /// A plain value.
        case model
        /// `Codable`, made by hand.
        case body
    }

    let role: Role
    /// The name of the root.
    let name: String
    /// The name of the root's model.
    let model: String

    /// The file of a plan's types.
    package static func file(_ plan: DeclarationPlan, as role: Role, name: String, model: String, comment: String)
        -> SourceFile
    {
        let renderer = TypeRenderer(role: role, name: name, model: model)
        var writer = SourceWriter()
        writer.line("/// " + comment)
        renderer.write(plan.root, to: &writer)
        let types = plan.root.all.flatMap(\.properties).map(\.type.innermost)
        var imports: [SourceFile.Import] = []
        if types.contains(.decimal) || types.contains(.date) { imports.append(.foundation) }
        if role == .response || types.contains(.json) || types.contains(.fields) { imports.append(.transports) }
        return SourceFile(name: name + ".swift", imports: imports, body: writer.text)
    }

    private func write(_ type: TypeDeclaration, to writer: inout SourceWriter) {
        let conformances =
            switch role {
            case .response: "Codable, Hashable, Sendable, ModelConvertible"
            case .model: "Hashable, Sendable"
            case .body: "Codable, Hashable, Sendable"
            }
        writer.block("public nonisolated struct \(type.path.last ?? name): \(conformances)") { writer in
            for property in type.properties {
                if let note = property.note { writer.line("/// \(note)") }
                writer.line("public var \(escaped(property)): \(reference(property, in: type))")
            }
            if role != .response { writeInit(type, to: &writer) }
            if role != .model { writeCoding(type, to: &writer) }
            if role == .response { writeModel(type, to: &writer) }
            for nested in type.nested {
                writer.line()
                write(nested, to: &writer)
            }
        }
    }

    private func name(_ property: PropertyDeclaration) -> String {
        role == .response ? property.responseName : property.name
    }

    private func escaped(_ property: PropertyDeclaration) -> String { ReservedNames.escaped(name(property)) }

    private func reference(_ property: PropertyDeclaration, in type: TypeDeclaration) -> String {
        reference(property.type, in: type) + (property.isOptional ? "?" : "")
    }

    private func reference(_ reference: TypeReference, in type: TypeDeclaration) -> String {
        switch reference {
        case .bool: "Bool"
        case .integer: "Int"
        case .decimal: "Decimal"
        case .double: "Double"
        case .date: "Date"
        case .string: "String"
        case .json: "JSONValue"
        case .fields: "[String: JSONValue]"
        case .array(let element): "[\(self.reference(element, in: type))]"
        case .optional(let wrapped): self.reference(wrapped, in: type) + "?"
        case .object(let path):
            Array(path.dropLast()) == type.path ? path.last ?? name : ([name] + path).joined(separator: ".")
        }
    }

    private func writeInit(_ type: TypeDeclaration, to writer: inout SourceWriter) {
        writer.line()
        let parameters = type.properties.map {
            "\(ReservedNames.parameter($0.name)): \(reference($0, in: type))" + ($0.isOptional ? " = nil" : "")
        }
        writer.block("public init", parameters) { writer in
            for property in type.properties { writer.line("self.\(escaped(property)) = \(escaped(property))") }
        }
    }

    private func writeCoding(_ type: TypeDeclaration, to writer: inout SourceWriter) {
        if type.isSingleValue { return writeSingleValue(type, to: &writer) }
        guard type.properties.contains(where: { name($0) != $0.key }) else { return }
        writer.line()
        writer.block("private nonisolated enum CodingKeys: String, CodingKey") { writer in
            for property in type.properties {
                let value = name(property) == property.key ? "" : " = " + SourceWriter.literal(property.key)
                writer.line("case \(escaped(property))\(value)")
            }
        }
    }

    /// The JSON is the value itself.
    private func writeSingleValue(_ type: TypeDeclaration, to writer: inout SourceWriter) {
        for property in type.properties {
            writer.line()
            writer.block("public init(from decoder: any Decoder) throws") { writer in
                writer.line("let container = try decoder.singleValueContainer()")
                let read = "try container.decode(\(reference(property.type, in: type)).self)"
                writer.line(
                    "\(escaped(property)) = " + (property.isOptional ? "container.decodeNil() ? nil : " : "") + read
                )
            }
            writer.line()
            writer.block("public func encode(to encoder: any Encoder) throws") { writer in
                writer.line("var container = encoder.singleValueContainer()")
                writer.line("try container.encode(\(escaped(property)))")
            }
        }
    }

    private func writeModel(_ type: TypeDeclaration, to writer: inout SourceWriter) {
        let path = ([model] + type.path).joined(separator: ".")
        writer.line()
        writer.block("public func model() -> \(path)") { writer in
            let arguments = type.properties.map {
                "\(ReservedNames.argument($0.name)): "
                    + converted(escaped($0) + ($0.isOptional && $0.type.path != nil ? "?" : ""), $0.type)
            }
            writer.list(path, arguments)
        }
    }

    /// What makes a model of a value of this type.
    private func converted(_ value: String, _ type: TypeReference) -> String {
        guard type.path != nil else { return value }
        switch type {
        case .array(let element):
            let isOptional = if case .optional = element { true } else { false }
            return "\(value).map { \(converted("$0" + (isOptional ? "?" : ""), element)) }"
        case .optional(let wrapped): return converted(value, wrapped)
        default: return "\(value).model()"
        }
    }
}
