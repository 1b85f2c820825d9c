/// The words of a key: `user_name`, `userName` and `User-Name` have the same two.
struct KeyWords: Hashable {
    /// As they are spelled in the key; never empty.
    let words: [String]
    /// Whether the key has capitals only, which then say nothing.
    private let isShouted: Bool

    init(of key: String) {
        var splitter = WordSplitter()
        let scalars = Array(key.unicodeScalars)
        if let first = scalars.first, scalars.count > 1, Self.isDigit(scalars[1]), let sign = Self.signs[first] {
            splitter.words.append(sign)
        }
        for (index, scalar) in scalars.enumerated() {
            splitter.take(scalar, next: index + 1 < scalars.count ? scalars[index + 1] : nil)
        }
        splitter.end()
        isShouted = key.contains { $0.isUppercase } && !key.contains { $0.isLowercase }
        words = splitter.words.isEmpty ? Self.spelled(scalars) : splitter.words
    }

    /// As the name of a property: `userName`, `avatarURL`, `id`.
    var lowerCamel: String {
        guarded(words[0].lowercased() + words.dropFirst().map(capitalized).joined())
    }

    /// As the name of a type: `UserName`, `URLList`.
    var upperCamel: String {
        guarded(words.map(capitalized).joined())
    }

    private func capitalized(_ word: String) -> String {
        let lower = word.lowercased()
        if Self.acronyms.contains(lower) { return lower.uppercased() }
        if lower.hasSuffix("s"), Self.acronyms.contains(String(lower.dropLast())) {
            return lower.dropLast().uppercased() + "s"
        }
        let rest = isShouted ? lower : word
        guard let first = rest.unicodeScalars.first else { return rest }
        return first.properties.titlecaseMapping + String(String.UnicodeScalarView(rest.unicodeScalars.dropFirst()))
    }

    /// No name begins with a digit.
    private func guarded(_ name: String) -> String {
        name.unicodeScalars.first.map { $0.isIdentifierStart } == true ? name : "_" + name
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// A key without a letter or a digit, by the names of its characters.
    private static func spelled(_ scalars: [Unicode.Scalar]) -> [String] {
        guard !scalars.isEmpty else { return ["empty"] }
        return scalars.map { symbols[$0] ?? "u" + String($0.value, radix: 16) }
    }

    private static let signs: [Unicode.Scalar: String] = ["+": "plus", "-": "minus"]

    private static let acronyms: Set<String> = [
        "api", "css", "csv", "dns", "html", "http", "https", "id", "ip", "json", "jwt", "pdf", "sql", "ssh", "tls",
        "ui",
        "uri", "url", "utc", "uuid", "xml",
    ]

    private static let symbols: [Unicode.Scalar: String] = [
        " ": "space", "!": "exclamation", "\"": "quote", "#": "number", "$": "dollar", "%": "percent", "&": "and",
        "'": "apostrophe", "(": "open", ")": "close", "*": "star", "+": "plus", ",": "comma", "-": "minus", ".": "dot",
        "/": "slash", ":": "colon", ";": "semicolon", "<": "less", "=": "equal", ">": "greater", "?": "question",
        "@": "at", "[": "open", "\\": "backslash", "]": "close", "^": "caret", "_": "underscore", "`": "backtick",
        "{": "open", "|": "bar", "}": "close", "~": "tilde",
    ]
}

/// Collects the words of a key, character by character.
private struct WordSplitter {
    var words: [String] = []
    private var word = String.UnicodeScalarView()

    mutating func take(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
        guard scalar != "_", scalar.isIdentifierPart else { return end() }
        if scalar.properties.isUppercase, let last = word.last {
            let endsAcronym = last.properties.isUppercase && next?.properties.isLowercase == true
            if !last.properties.isUppercase || endsAcronym { end() }
        }
        // What only continues a letter cannot begin a word.
        guard !word.isEmpty || scalar.isIdentifierStart || scalar.properties.numericType == .decimal else { return }
        word.append(scalar)
    }

    mutating func end() {
        if !word.isEmpty { words.append(String(word)) }
        word.removeAll()
    }
}
