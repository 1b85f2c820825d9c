/// The names of the properties of one type, by the keys of its JSON.
///
/// A key that is a name already keeps it; others are put into camel case and numbered if two come out the same. The names
/// depend on nothing but the keys and, among those that come out the same, on their order.
package struct PropertyNames: Hashable, Sendable {
    private let names: [String: String]

    package init(_ keys: [String], reserved: Set<String> = []) {
        let kept = keys.filter { Self.isName($0) && !reserved.contains($0) }
        var names = Dictionary(uniqueKeysWithValues: kept.map { ($0, $0) })
        var scope = NameScope(taken: Set(kept), reserved: reserved)
        for key in keys where names[key] == nil {
            names[key] = scope.claim(KeyWords(of: key).lowerCamel)
        }
        self.names = names
    }

    /// The name for a key, without backticks.
    package subscript(key: String) -> String { names[key] ?? key }

    /// All names.
    package var all: Set<String> { Set(names.values) }

    /// Whether it is in camel case and begins with no capital.
    private static func isName(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first else { return false }
        return first.isIdentifierStart && !first.properties.isUppercase && !first.properties.isTitlecase
            && key.unicodeScalars.allSatisfy { $0 != "_" && $0.isIdentifierPart }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isTitlecase: Bool { generalCategory == .titlecaseLetter }
}
