/// A JSON value as it was written: keys in their order, numbers as their text; RFC 8259.
package indirect enum JSONNode: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The text of the number: `1` and `1.0` are two.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// Members in their order; no two have the same key.
    case object([Member])

    /// One key with its value.
    package struct Member: Hashable, Sendable {
        package let key: String
        package let value: JSONNode

        package init(_ key: String, _ value: JSONNode) {
            self.key = key
            self.value = value
        }
    }
}
