/// What many servers say of a problem: `{"code": 17, "message": "Unknown pet", "data": …}`.
///
/// Name it as a route's `errorBody` and read it of the ``TypedHTTPError`` or the ``HTTPOutcome``. Servers that say other
/// things have types of your own.
public struct APIError: Codable, Hashable, Sendable {
    /// The server's own name for the problem: a number or a text.
    public enum Code: Hashable, Sendable {
        /// A number.
        case number(Int)
        /// A text.
        case text(String)
    }

    /// The server's own name for the problem.
    public let code: Code

    /// What it says of it.
    public let message: String

    /// What else it says, of whatever shape; see ``JSONValue/decoded(as:in:)``.
    public let data: JSONValue?

    /// A body of these parts.
    public init(code: Code, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }
}

extension APIError.Code: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A number.
    public init(integerLiteral value: Int) {
        self = .number(value)
    }

    /// A text.
    public init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension APIError.Code: Codable {
    /// Reads a number or a text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // What is no number is told by throwing.
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {  // As said above.
            self = .text(try container.decode(String.self))
        }
    }

    /// Writes what it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
