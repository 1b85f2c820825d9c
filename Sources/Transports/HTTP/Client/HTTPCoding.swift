#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How JSON is written and read: for a client or for one request.
///
/// A value, so that requests that are read in two ways are two requests.
public struct HTTPCoding: Hashable, Sendable {
    /// How dates are written.
    public enum Dates: Hashable, Sendable {
        /// As `Date` does by itself: seconds since 2001.
        case deferredToDate
        /// As RFC 3339 has it, such as `2030-01-31T08:00:00Z`; fractions of a second are read and not written.
        case iso8601
        /// As a number of seconds since 1970.
        case secondsSince1970
        /// As a number of milliseconds since 1970.
        case millisecondsSince1970
    }

    /// How keys are written.
    public enum Keys: Hashable, Sendable {
        /// As the type has them.
        case asDeclared
        /// In snake case: `owner_name` is `ownerName`.
        case snakeCase
    }

    /// What JSON is looked for in.
    public enum ContentTypes: Hashable, Sendable {
        /// In content that says it is JSON, and in what says nothing that speaks against it: plain text, scripts, bytes of
        /// no kind, and content without a type.
        ///
        /// Any other, such as a page or a picture, is ``HTTPDecodingError/Reason/unexpectedContentType``, whatever it holds.
        case plausible
        /// In everything: for servers that send JSON as `text/html`.
        case any
    }

    /// How dates are written.
    public var dates: Dates

    /// How keys are written.
    public var keys: Keys

    /// What JSON is looked for in; RFC 9110 §8.3.
    public var contentTypes: ContentTypes

    /// A coding of these parts.
    public init(
        dates: Dates = .deferredToDate,
        keys: Keys = .asDeclared,
        contentTypes: ContentTypes = .plausible
    ) {
        self.dates = dates
        self.keys = keys
        self.contentTypes = contentTypes
    }

    /// A decoder that reads this coding.
    public func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        switch dates {
        case .deferredToDate: break
        case .iso8601: decoder.dateDecodingStrategy = .custom { try Date(iso8601From: $0) }
        case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
        case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
        }
        if keys == .snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return decoder
    }

    /// An encoder that writes this coding, keys in their order: equal values become equal bytes.
    public func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        switch dates {
        case .deferredToDate: break
        case .iso8601: encoder.dateEncodingStrategy = .iso8601
        case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
        case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
        }
        if keys == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
        return encoder
    }
}

extension Date {
    fileprivate init(iso8601From decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let style = ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        do { self = try style.parse(text) } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no date of RFC 3339.")
        }
    }
}
