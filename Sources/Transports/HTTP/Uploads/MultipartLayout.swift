#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything of a form's body but what comes from elsewhere while it is sent; RFC 7578, RFC 2046 §5.1.
package struct MultipartLayout: Sendable {
    enum Content: Sendable {
        case bytes(Data)
        /// Made while it is sent, of this length if that is known.
        case supplied(length: Int?)
    }

    struct Section: Sendable {
        /// The delimiter, with the line break that belongs to it, and the head of the part.
        let head: Data
        let content: Content
    }

    private(set) var sections: [Section] = []

    /// The last delimiter.
    private(set) var end: Data

    private let boundary: String

    /// What must not occur in what is supplied; a boundary made at random does not.
    let refuses: String?

    init(_ boundary: MultipartBoundary, isFixed: Bool = false) {
        self.boundary = boundary.text
        refuses = isFixed ? boundary.text : nil
        end = Data("--\(boundary.text)--\r\n".utf8)
    }

    /// Adds a part, whose content type and headers have been checked.
    mutating func append(_ part: MultipartForm.Part, _ content: Content) {
        var head = sections.isEmpty ? "" : "\r\n"
        head += "--\(boundary)\r\nContent-Disposition: form-data; "
        head += "name=\"\(part.name.withLineBreaksOfForms.escapedForForm)\""
        if let filename = part.filename { head += "; filename=\"\(filename.escapedForForm)\"" }
        if let contentType = part.contentType { head += "\r\nContent-Type: \(contentType)" }
        for field in part.headers.fields { head += "\r\n\(field.name): \(field.value)" }
        head += "\r\n\r\n"
        sections.append(Section(head: Data(head.utf8), content: content))
        end = Data("\r\n--\(boundary)--\r\n".utf8)
    }

    /// How many bytes the body has; `nil` where a part's are not known.
    package var length: Int? {
        var length = end.count
        for section in sections {
            let content: Int?
            switch section.content {
            case .bytes(let bytes): content = bytes.count
            case .supplied(let supplied): content = supplied
            }
            // A length is the caller's word: it may be less than nothing, or more than a number holds.
            guard let content, content >= 0 else { return nil }
            let (sum, isTooMuch) = content.addingReportingOverflow(length + section.head.count)
            guard !isTooMuch else { return nil }
            length = sum
        }
        return length
    }
}
