/// A request as the server read it.
package struct ReceivedRequest: Sendable, Equatable {
    /// One header field, as it was written.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package var method: String
    package var target: String
    package var fields: [Field] = []
    package var body: [UInt8] = []

    /// The target before its query.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The target after the first question mark, as it was sent.
    package var query: String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        return String(target[target.index(after: mark)...])
    }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The values of a header field in their order, joined; `nil` if there is none.
    package subscript(_ name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
