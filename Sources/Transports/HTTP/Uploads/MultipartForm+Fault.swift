extension MultipartForm {
    /// Why a form cannot be sent: the underlying error of ``HTTPTransportError/Code/unencodableBody``.
    public struct Fault: Error, Sendable, Hashable {
        /// Why.
        public let reason: Reason

        /// Which part it is about, counted from 0; `nil` where it is about the form.
        public let part: Int?

        init(_ reason: Reason, part: Int? = nil) {
            self.reason = reason
            self.part = part
        }
    }
}

extension MultipartForm.Fault {
    /// Why a form cannot be sent.
    public struct Reason: Hashable, Sendable {
        private enum Name: String { case boundaryOccurs, invalidBoundary, invalidContentType, invalidHeader }

        private let name: Name

        /// The media type is empty or holds control characters, such as line breaks.
        public static let invalidContentType = Self(name: .invalidContentType)

        /// A further header field is malformed, holds control characters, or is one that the part writes by itself.
        public static let invalidHeader = Self(name: .invalidHeader)

        /// The fixed boundary is none; RFC 2046 §5.1.1.
        public static let invalidBoundary = Self(name: .invalidBoundary)

        /// The fixed boundary occurs in a part.
        public static let boundaryOccurs = Self(name: .boundaryOccurs)
    }
}

extension MultipartForm.Fault.Reason: CustomStringConvertible {
    /// The reason's name.
    public var description: String { name.rawValue }
}

extension MultipartForm.Fault: CustomStringConvertible {
    /// The reason and the part's number.
    public var description: String { part.map { "\(reason) in part \($0)" } ?? "\(reason)" }
}
