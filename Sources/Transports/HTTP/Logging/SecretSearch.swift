#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Looks for secrets in what is a value to whoever reads it: a URL within a URL, JSON within a text.
struct SecretSearch: Sendable {
    /// The names of items, in lower case.
    let itemNames: Set<String>

    /// The names of members, in lower case.
    let memberNames: Set<String>

    /// What is encoded more often than this is not looked into.
    private static let maximumEncodings = 4

    /// What stands before and behind an item, wherever it is.
    private static let separators = Set("?&;#, \t\r\n\"'<>(){}|\\/".unicodeScalars)

    /// Whether a name is secret as it is written in a query: encoded or not, or as a part of `a[b]`.
    func isSecret(_ text: Substring.UnicodeScalarView) -> Bool {
        guard !itemNames.isEmpty else { return false }
        let name = String(text).withoutEncoding.lowercased()
        if itemNames.contains(name) { return true }
        guard name.contains("[") else { return false }
        return name.split { "[]".contains($0) }.contains { itemNames.contains(String($0)) }
    }

    /// Whether there is a secret in a text, however often it is encoded.
    func finds(in text: String) -> Bool {
        var text = text
        for _ in 0..<Self.maximumEncodings {
            if findsItem(in: text) || findsUser(in: text) || findsMember(in: text) { return true }
            let decoded = text.withoutEncoding
            if decoded == text { return false }
            text = decoded
        }
        return false
    }

    private func findsItem(in text: String) -> Bool {
        guard !itemNames.isEmpty, text.utf8.contains(UInt8(ascii: "=")) else { return false }
        return text.unicodeScalars.split { Self.separators.contains($0) }.contains { item in
            item.firstIndex(of: "=").map { isSecret(item[..<$0]) } ?? false
        }
    }

    /// Whether a URL in it says who asks.
    private func findsUser(in text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return false }
        return text.unicodeScalars.split(separator: "//".unicodeScalars).dropFirst().contains { rest in
            rest.prefix { !"/?# \"'<>".unicodeScalars.contains($0) }.contains("@")
        }
    }

    private func findsMember(in text: String) -> Bool {
        guard !memberNames.isEmpty, text.utf8.contains(UInt8(ascii: "\"")) else { return false }
        return JSONRedaction(self).text(text) != text
    }
}

extension String {
    /// What a query or a form means by it.
    fileprivate var withoutEncoding: String { replacing("+", with: " ").percentDecoded }
}
