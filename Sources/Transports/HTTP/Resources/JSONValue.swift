#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Any JSON, where its shape is not known before; RFC 8259.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction that 64 bits hold.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, whose members have no order.
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    /// Reads whatever is there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // What a value is not is told by throwing; the last one says why it is none of all.
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // As said above.
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {  // As said above.
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {  // As said above.
            self = .number(value)
        } else if let value = try? container.decode(String.self) {  // As said above.
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {  // As said above.
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes what it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue {
    /// The member of this name, where it is an object that has it.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element of this place, where it is an array that has it.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The same as a value of a type.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self,
        in coding: HTTPCoding = HTTPCoding()
    ) throws -> Value {
        try coding.makeDecoder().decode(type, from: HTTPCoding().makeEncoder().encode(self))
    }
}
