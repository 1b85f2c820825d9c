/// Header fields in their order, duplicates included; names are compared without case; RFC 9110 §5.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "text/html"]
/// headers.add("en", for: "Accept-Language")
/// let accepted = headers["accept"]  // "text/html"
/// ```
public struct HTTPHeaders: Sendable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// The name as it was written.
        public let name: String

        /// The value.
        public let value: String

        /// A field of this name and value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Whether names are the same and values are equal, byte by byte, as they are sent.
        public static func == (one: Field, other: Field) -> Bool {
            one.isNamed(other.name) && one.value.utf8.elementsEqual(other.value.utf8)
        }

        /// Feeds the hasher with the name without case and the value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }

        func isNamed(_ other: String) -> Bool {
            name.utf8.count == other.utf8.count
                && zip(name.utf8, other.utf8).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
        }
    }

    /// All fields in their order.
    public private(set) var fields: [Field]

    /// Headers of these fields; none by default.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The values of this name, joined by commas (cookies by semicolons); `nil` if there is none.
    ///
    /// Setting it replaces all fields of the name by one, or removes them. A received `Set-Cookie` cannot be joined without
    /// loss; see ``values(for:)``.
    public subscript(name: String) -> String? {
        get {
            guard let index = fields.firstIndex(where: { $0.isNamed(name) }) else { return nil }
            guard fields[(index + 1)...].contains(where: { $0.isNamed(name) }) else { return fields[index].value }
            return values(for: name).joined(separator: name.lowercased() == "cookie" ? "; " : ", ")
        }
        set {
            guard let newValue else { return remove(name) }
            let index = fields.firstIndex { $0.isNamed(name) } ?? fields.endIndex
            remove(name)
            fields.insert(Field(name: name, value: newValue), at: index)
        }
    }

    /// The values of this name, one for each field.
    public func values(for name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// Adds a field behind those that are there.
    public mutating func add(_ value: String, for name: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Removes every field of this name.
    public mutating func remove(_ name: String) {
        fields.removeAll { $0.isNamed(name) }
    }

    /// These headers, where `other` has no field of the same name, and then those of `other`.
    public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
        guard !other.fields.isEmpty else { return self }
        let overridden = Set(other.fields.map { $0.name.lowercased() })
        return HTTPHeaders(fields.filter { !overridden.contains($0.name.lowercased()) } + other.fields)
    }
}

extension HTTPHeaders: Hashable {}

extension HTTPHeaders {
    /// Whether they share their storage, which is enough to be equal and quick to tell.
    func isIdentical(to other: HTTPHeaders) -> Bool {
        fields.withUnsafeBufferPointer { one in
            other.fields.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress && one.count == $0.count }
        }
    }
}

extension UInt8 {
    /// The letter without case: names are ASCII.
    fileprivate var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// One field for each element, in the order of the literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0.0, value: $0.1) })
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names; never the values, which may be secret.
    public var description: String { "HTTPHeaders: " + fields.map(\.name).joined(separator: ", ") }

    /// As ``description``.
    public var debugDescription: String { description }

    /// The names only.
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }
}

extension HTTPHeaders.Field {
    /// Whether it can be sent: a token for a name, no control characters in the value; RFC 9110 §5.1, §5.5.
    var isValid: Bool {
        name.isToken && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }
}

extension String {
    /// Whether it is a token; RFC 9110 §5.6.2.
    var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
