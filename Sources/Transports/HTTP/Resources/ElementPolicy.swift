/// What becomes of an array some of whose elements cannot be decoded or give no model.
public struct ElementPolicy: Sendable {
    /// An element that was left out.
    public struct Dropped: Sendable {
        /// Its place in the array that was sent.
        public let index: Int

        /// Why: a decoder's error, or what ``ModelConvertible/model()`` threw.
        public let error: any Error
    }

    let report: (@Sendable (Dropped) -> Void)?

    /// The first of them is the error of the whole: ``HTTPDecodingError``, or ``ModelError`` with its place.
    public static let failing = ElementPolicy(report: nil)

    /// They are left out, and each is reported where answers are decoded, before the array is given.
    public static func dropping(_ report: @escaping @Sendable (Dropped) -> Void) -> ElementPolicy {
        ElementPolicy(report: report)
    }
}

/// An element that may be none, so that the ones behind it are still read.
struct FallibleElement<Element: Decodable>: Decodable {
    let result: Result<Element, any Error>

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Not by its initializer: the decoder has ways of its own for dates and the like.
        result = Result { try container.decode(Element.self) }
    }
}

extension ElementPolicy.Dropped: CustomStringConvertible {
    /// The place and the type of the error.
    public var description: String { "Dropped element \(index) (\(type(of: error)))" }
}
