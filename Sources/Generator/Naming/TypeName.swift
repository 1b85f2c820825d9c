/// The name a type would have by the key it stands under.
package enum TypeName {
    /// Of an object: `shipping_address` gives `ShippingAddress`.
    package static func object(_ key: String) -> String { KeyWords(of: key).upperCamel }

    /// Of the elements of an array: `line_items` gives `LineItem`, and `data`, which is no plural, `DataElement`.
    package static func element(_ key: String) -> String {
        let name = object(key)
        let one = EnglishNoun.singular(name)
        return one == name ? name + "Element" : one
    }
}

/// As much of English as names in JSON need.
package enum EnglishNoun {
    /// `City` of `Cities`; a word that is no plural stays as it is.
    package static func singular(_ word: String) -> String {
        let lower = word.lowercased()
        for (plural, singular) in irregular where lower.hasSuffix(plural) {
            // Only the end differs, which is never a capital.
            return String(word.dropLast(plural.count - 1)) + singular.dropFirst()
        }
        if uncountable.contains(where: lower.hasSuffix) { return word }
        if lower.hasSuffix("ies"), lower.count > 4 { return String(word.dropLast(3)) + "y" }
        if ["ches", "shes", "sses", "xes", "zes"].contains(where: lower.hasSuffix) { return String(word.dropLast(2)) }
        if lower.hasSuffix("s"), lower.count > 2, !["ss", "us", "is"].contains(where: lower.hasSuffix) {
            return String(word.dropLast())
        }
        return word
    }

    /// `cities` of `city`; a plural stays as it is.
    package static func plural(_ word: String) -> String {
        guard singular(word) == word else { return word }
        let lower = word.lowercased()
        if uncountable.contains(where: lower.hasSuffix) { return word }
        for (plural, singular) in irregular where lower.hasSuffix(singular) {
            // Only the end differs, which is never a capital.
            return String(word.dropLast(singular.count - 1)) + plural.dropFirst()
        }
        if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
            return String(word.dropLast()) + "ies"
        }
        return word + (["s", "x", "z", "ch", "sh"].contains(where: lower.hasSuffix) ? "es" : "s")
    }

    private static let irregular = [("children", "child"), ("people", "person")]
    private static let uncountable = ["series", "species", "news", "data", "media"]
}
