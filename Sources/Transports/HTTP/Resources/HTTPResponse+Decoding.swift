#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HTTPResponse {
    /// The body as JSON in a coding.
    ///
    /// An empty one is what its type has for that: `nil`, or an ``EmptyBody``.
    ///
    /// - Throws: ``HTTPDecodingError``.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self,
        in coding: HTTPCoding = HTTPCoding()
    ) throws -> Value {
        if Value.self == EmptyBody.self, let empty = EmptyBody() as? Value { return empty }
        if body.isEmpty {
            // 204, 205 and what answers HEAD have no body; RFC 9110 §15.3.5, §15.3.6, §9.3.2.
            let empty = (Value.self as? any DecodableFromNothing.Type)?.fromNothing
            guard let empty = empty as? Value else { throw HTTPDecodingError(self) }
            return empty
        }
        guard coding.contentTypes == .any || headers.mayHoldJSON else { throw HTTPDecodingError(self) }
        do { return try coding.makeDecoder().decode(type, from: body) } catch {
            throw HTTPDecodingError(self, underlyingError: error)
        }
    }
}

/// A type that an empty body has a value of.
private protocol DecodableFromNothing {
    static var fromNothing: Self { get }
}

extension Optional: DecodableFromNothing {
    fileprivate static var fromNothing: Wrapped? { nil }
}
