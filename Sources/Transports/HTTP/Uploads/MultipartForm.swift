/// Fields and files in their order, as forms of the web send them; RFC 7578.
///
/// ```swift
/// var form = MultipartForm([.field("title", "Holiday")])
/// form.append(.file("photo", at: photo, contentType: "image/jpeg"))
/// let body = HTTPBody.multipart(form)
/// ```
///
/// Names are written as browsers write them, in UTF-8: in field and file names `"` becomes `%22`, a carriage return `%0D`
/// and a line feed `%0A`, and nothing else is changed. Line breaks in the name of a field and in a text are made CR LF first;
/// names of files, bytes and files are sent as they are. A form without parts is the closing delimiter alone.
public struct MultipartForm: Sendable {
    /// The parts in the order in which they are sent; names may repeat.
    public var parts: [Part]

    /// What separates the parts; `nil`, the default, has one made at random for each body, which occurs in no bytes of it.
    ///
    /// A fixed one has 1 to 70 of the characters of RFC 2046 §5.1.1. Parts that hold it are refused: those in memory before
    /// anything is sent, files and sequences when it is found in them, with ``HTTPTransportError/Code/bodyFailed``.
    public var boundary: String?

    /// A form of these parts.
    public init(_ parts: [Part] = [], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary
    }

    /// Adds a part behind those that are there.
    public mutating func append(_ part: Part) {
        parts.append(part)
    }

    /// Whether it can be sent a second time with the same bytes: so it is unless a part comes from a sequence that is there
    /// once only.
    public var isReplayable: Bool {
        parts.allSatisfy { $0.content.isReplayable }
    }

    /// Throws if it cannot be sent as it is, without looking at files.
    ///
    /// A body of such a form ends its flight with ``HTTPTransportError/Code/unencodableBody``, and nothing is sent.
    public func validate() throws(Fault) {
        for (index, part) in parts.enumerated() {
            if let type = part.contentType, !type.isMediaType { throw Fault(.invalidContentType, part: index) }
            guard part.headers.fields.allSatisfy({ $0.isValid && !$0.belongsToPart }) else {
                throw Fault(.invalidHeader, part: index)
            }
        }
        guard let boundary else { return }
        guard MultipartBoundary(boundary) != nil else { throw Fault(.invalidBoundary) }
        if let index = firstPart(holding: boundary) { throw Fault(.boundaryOccurs, part: index) }
    }

    /// The boundary of one body: the fixed one, or one that is tried until it occurs nowhere in memory.
    func makeBoundary(using generator: inout some RandomNumberGenerator) -> MultipartBoundary {
        if let boundary = boundary.flatMap(MultipartBoundary.init) { return boundary }
        while true {
            let boundary = MultipartBoundary.random(using: &generator)
            if firstPart(holding: boundary.text) == nil { return boundary }
        }
    }

    private func firstPart(holding boundary: String) -> Int? {
        parts.firstIndex { part in
            guard case .bytes(let bytes) = part.content else { return false }
            var search = ByteSearch(for: boundary)
            return search.finds(in: bytes)
        }
    }
}

extension HTTPHeaders.Field {
    /// Whether a part writes it by itself.
    fileprivate var belongsToPart: Bool { isNamed("Content-Disposition") || isNamed("Content-Type") }
}

extension String {
    /// Whether it can stand as the value of `Content-Type`.
    fileprivate var isMediaType: Bool {
        !isEmpty && HTTPHeaders.Field(name: "Content-Type", value: self).isValid
    }
}

extension MultipartForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many parts it has; never their names or content.
    public var description: String { "MultipartForm: \(parts.count) parts" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
