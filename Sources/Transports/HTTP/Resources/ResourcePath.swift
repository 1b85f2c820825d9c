/// Where a ``Resource`` is, behind its base: text whose interpolated values are one segment each.
///
/// ```swift
/// let path: ResourcePath = "owners/\(owner)/pets"  // "a/b" is sent as owners/a%2Fb/pets
/// ```
///
/// What is written as text is the path: characters that no path may hold are percent-encoded, what is encoded already stays.
/// It may go on with a `?` and more query; a fragment is left out. What is interpolated is data: slashes, question marks,
/// number signs and percent signs in it are encoded. Since no encoding protects them, the values `""`, `"."` and `".."`
/// cannot be sent: the request ends with ``HTTPTransportError/Code/invalidURL`` and a ``URLFault`` of ``URLFault/Part/segment``.
/// Behind the `?` every value is allowed and encoded. Text that begins with `http://` or `https://` replaces the base; a value
/// never does. RFC 3986 §3.3.
public struct ResourcePath: Hashable, Sendable {
    /// The path as it is sent, query and all, without what it is joined to.
    public let text: String

    /// Whether the text is a whole URL.
    let isAbsolute: Bool

    /// What makes it unusable.
    let fault: URLFault?

    /// A path of text as it is, slashes and all: never anything that comes from outside.
    public init(raw text: String) {
        var interpolation = StringInterpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(text)
        self.init(stringInterpolation: interpolation)
    }
}

extension ResourcePath: ExpressibleByStringInterpolation {
    /// A path of this text.
    public init(stringLiteral text: String) {
        self.init(raw: text)
    }

    /// A path of text and values.
    public init(stringInterpolation: StringInterpolation) {
        var builder = ResourcePathBuilder()
        for piece in stringInterpolation.pieces { builder.append(piece) }
        (text, isAbsolute, fault) = builder.finish()
    }

    /// Collects text and values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        enum Piece: Sendable {
            case text(String)
            case value(String)
        }

        private(set) var pieces: [Piece] = []

        /// For what a literal holds.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Text of the path.
        public mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            // Text that two pieces share must be seen as one: a percent sign in one belongs to digits in the other.
            if case .text(let before)? = pieces.last {
                pieces[pieces.count - 1] = .text(before + literal)
            } else {
                pieces.append(.text(literal))
            }
        }

        /// A value: one segment, or a value of the query.
        ///
        /// An optional is not taken, so that none is sent by mistake.
        public mutating func appendInterpolation(_ value: some LosslessStringConvertible) {
            pieces.append(.value(value.description))
        }

        /// The raw value of an enumeration's case, or of the like: one segment, or a value of the query.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: LosslessStringConvertible {
            pieces.append(.value(value.rawValue.description))
        }

        /// Text as it is, slashes and all: never anything that comes from outside.
        public mutating func appendInterpolation(raw text: String) {
            appendLiteral(text)
        }
    }
}

extension ResourcePath: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path without its query.
    public var description: String { text.withoutSecrets }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
