/// Names that generated code cannot give, or only in backticks.
enum ReservedNames {
    /// Names of types that generated code uses, or that mean something within a type: a nested type of such a name would
    /// take the place of the one that is meant.
    static let types: Set<String> = [
        "Any", "AnyHashable", "AnyObject", "Array", "Bool", "Character", "Codable", "CodingKey", "CodingKeys", "Data",
        "Date", "Decimal", "Decodable", "Decoder", "DELETE", "Dictionary", "Double", "Encodable", "Encoder",
        "Equatable",
        "Error", "Float", "Foundation", "FoundationEssentials", "GET", "HTTPBody", "HTTPClient", "HTTPCoding",
        "HTTPError",
        "HTTPHeaders", "HTTPMethod", "HTTPOptions", "HTTPRequest", "HTTPResponse", "Hashable", "Identifiable", "Int",
        "Int64", "JSONDecoder", "JSONEncoder", "JSONValue", "Model", "ModelConvertible", "Never", "Optional", "PATCH",
        "POST", "PUT", "Protocol", "Request", "RequestTransports", "Resource", "Response", "Result", "Route", "Self",
        "Sendable", "Sequence", "Set", "String", "Substring", "Swift", "Task", "Type", "UInt", "UInt64", "UPLOAD",
        "URL",
        "UUID", "Void",
    ]

    /// Names of properties that mean something else even in backticks.
    static let properties: Set<String> = ["self", "init", "hashValue", "dynamicType"]

    /// With these, what is read from JSON and has a method `model()`.
    static let responseProperties = properties.union(["model"])

    /// The name in backticks if it is a word of the language.
    static func escaped(_ name: String) -> String {
        words.contains(name) ? "`\(name)`" : name
    }

    /// The name of a parameter, where but three words need no backticks, and a compiler warns of those that have them.
    static func parameter(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? escaped(name) : name
    }

    /// The name of an argument in a call, where but one word needs none.
    static func argument(_ name: String) -> String {
        name == "inout" ? escaped(name) : name
    }

    private static let words: Set<String> = [
        "Any", "Self", "as", "any", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
        "consume", "consuming", "continue", "copy", "default", "defer", "deinit", "discard", "do", "each", "else",
        "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout",
        "internal", "is", "isolated", "let", "nil", "nonisolated", "operator", "package", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "sending", "some", "static", "struct",
        "subscript",
        "super", "switch", "then", "throw", "throws", "true", "try", "typealias", "unsafe", "var", "where", "while",
        "yield",
    ]
}
