#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An accepted answer whose body is not what the request asked for.
///
/// Its description holds the status, the media type and the reason. Headers and body are there to be read and are never
/// printed.
public struct HTTPDecodingError: Error, Sendable {
    /// What is wrong with the body.
    public enum Reason: String, Hashable, Sendable {
        /// There is none.
        case empty
        /// It is of another media type than JSON, such as a proxy's page; see ``HTTPCoding/ContentTypes``.
        case unexpectedContentType
        /// It is no UTF-8; RFC 8259 §8.1.
        case invalidText
        /// Arrays and objects lie in each other more than 512 deep.
        case tooDeep
        /// It is no JSON.
        case malformed
        /// It is JSON of another shape than that of the type.
        case mismatch
    }

    /// What is wrong with the body.
    public let reason: Reason

    /// The status; RFC 9110 §15.
    public let status: Int

    /// The header fields.
    public let headers: HTTPHeaders

    /// The content.
    public let body: Data

    /// The decoder's error; its text may hold parts of the content.
    public let underlyingError: (any Error)?

    /// An error of this answer, which the decoder did not take.
    public init(_ response: HTTPResponse, underlyingError: (any Error)? = nil) {
        reason = Reason(of: response, underlyingError)
        status = response.status
        headers = response.headers
        body = response.body
        self.underlyingError = underlyingError
    }

    /// The media type, without parameters and in lower case; RFC 9110 §8.3.1.
    public var contentType: String? { headers.mediaType }
}

extension HTTPDecodingError.Reason {
    /// Looked for only where the body was not taken, and in the order in which it helps most.
    fileprivate init(of response: HTTPResponse, _ error: (any Error)?) {
        if response.body.isEmpty {
            self = .empty
        } else if let type = response.headers.mediaType, !type.isJSON {
            self = .unexpectedContentType
        } else if String(validating: response.body, as: UTF8.self) == nil {
            self = .invalidText
        } else if response.body.isNestedJSON(deeperThan: 512) {
            self = .tooDeep
        } else if case .dataCorrupted(let context)? = error as? DecodingError, context.codingPath.isEmpty {
            self = .malformed
        } else {
            self = .mismatch
        }
    }
}

extension HTTPHeaders {
    /// The media type of the content, in lower case; RFC 9110 §8.3.1.
    var mediaType: String? {
        self["Content-Type"].map {
            // Several fields are joined by commas, which no media type has.
            Substring($0.unicodeScalars.prefix { $0 != ";" && $0 != "," }).trimmingOptionalSpace.lowercased()
        }
    }
}

extension HTTPHeaders {
    /// Whether nothing that is said of the content speaks against JSON.
    var mayHoldJSON: Bool {
        // What is sent most, without taking it apart.
        guard let value = self["Content-Type"], value != "application/json" else { return true }
        guard let type = mediaType, !type.isEmpty else { return true }
        return type.isJSON || type.isOfNoKind
    }
}

extension String {
    /// Whether a media type is one of JSON; RFC 6839 §3.1.
    fileprivate var isJSON: Bool { self == "application/json" || self == "text/json" || hasSuffix("+json") }

    /// Whether a media type is one that servers give to what they know no better of.
    fileprivate var isOfNoKind: Bool {
        switch self {
        case "text/plain", "application/octet-stream", "binary/octet-stream": true
        case "text/javascript", "application/javascript", "application/x-javascript": true
        default: false
        }
    }
}

extension Data {
    fileprivate func isNestedJSON(deeperThan limit: Int) -> Bool {
        var (depth, isText, isEscaped) = (0, false, false)
        for byte in self {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isText: isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += isText ? 0 : 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isText ? 0 : 1
            default: break
            }
            if depth > limit { return true }
        }
        return false
    }
}

extension HTTPDecodingError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The reason, the status and the media type.
    public var description: String {
        "HTTPDecodingError: \(reason.rawValue), status \(status), \(contentType ?? "no content type")"
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
