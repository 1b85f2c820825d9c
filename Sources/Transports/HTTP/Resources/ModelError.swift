#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An answer that was decoded and of which no model can be made.
///
/// Its description holds the status and the place. Headers and body are there to be read and are never printed.
public struct ModelError: Error, Sendable {
    /// Which element of an array it is; `nil` where it is the whole.
    public let element: Int?

    /// The status; RFC 9110 §15.
    public let status: Int

    /// The header fields.
    public let headers: HTTPHeaders

    /// The content.
    public let body: Data

    /// What ``ModelConvertible/model()`` threw.
    public let underlyingError: any Error

    /// An error of this answer.
    public init(_ response: HTTPResponse, element: Int? = nil, underlyingError: any Error) {
        self.element = element
        status = response.status
        headers = response.headers
        body = response.body
        self.underlyingError = underlyingError
    }
}

extension ModelError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, the place and the type of the cause.
    public var description: String {
        let place = element.map { ", element \($0)" } ?? ""
        return "ModelError: status \(status)\(place) (\(type(of: underlyingError)))"
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
