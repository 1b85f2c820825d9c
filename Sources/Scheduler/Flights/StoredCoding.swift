#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a response of some type becomes bytes and back.
class AnyStoredCoding: @unchecked Sendable {}  // Without state, as its one subclass is without state that changes.

/// How a response becomes bytes and back.
final class StoredCoding<Response: Sendable>: AnyStoredCoding, @unchecked Sendable {  // Two `let`s of `Sendable` type.
    let encode: @Sendable (Response) throws -> Data
    let decode: @Sendable (Data) throws -> Response

    init(
        encode: @escaping @Sendable (Response) throws -> Data,
        decode: @escaping @Sendable (Data) throws -> Response
    ) {
        self.encode = encode
        self.decode = decode
    }
}
