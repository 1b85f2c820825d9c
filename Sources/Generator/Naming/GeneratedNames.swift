/// The names of what is generated for one request.
package struct GeneratedNames: Hashable, Sendable {
    /// The name of the model, such as `Pet`; the others follow from it.
    package let model: String

    package var response: String { model + "Response" }
    package var body: String { model + "Body" }
    package var routes: String { model + "Routes" }

    /// All types that stand on their own.
    package var types: Set<String> { [model, response, body, routes] }

    /// `nil` if it is no name for a type, or one that generated code or the language uses.
    package init?(_ name: String) {
        guard let first = name.unicodeScalars.first, first.properties.isUppercase, first.isIdentifierStart,
            name.unicodeScalars.allSatisfy({ $0 != "_" && $0.isIdentifierPart }),
            ReservedNames.types.isDisjoint(with: [name, name + "Response", name + "Body", name + "Routes"])
        else { return nil }
        model = name
    }

    /// The name of the route: `pet`, or `pets` where it gives an array.
    package func route(isList: Bool) -> String {
        let name = KeyWords(of: model).lowerCamel
        var scope = NameScope(reserved: ReservedNames.properties)
        return scope.claim(isList ? EnglishNoun.plural(name) : name)
    }
}
