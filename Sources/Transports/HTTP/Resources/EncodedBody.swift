#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// The bytes of a body, made when they are first needed and kept: they are compared, sent and named by.
final class EncodedBody: Sendable {
    private let encode: @Sendable (HTTPCoding) throws -> Data
    private let isFixed: Bool
    private let known = Lock([HTTPCoding: Result<Data, any Error>]())

    /// Bytes that depend on the request's coding.
    init(_ encode: @escaping @Sendable (HTTPCoding) throws -> Data) {
        self.encode = encode
        isFixed = false
    }

    /// Bytes that are the same in every coding.
    init(fixed encode: @escaping @Sendable () throws -> Data) {
        self.encode = { _ in try encode() }
        isFixed = true
    }

    /// The bytes in a coding, or why there are none.
    func bytes(in coding: HTTPCoding) throws -> Data {
        let coding = isFixed ? HTTPCoding() : coding
        if let result = known.withLock({ $0[coding] }) { return try result.get() }
        // Code of others, so outside the lock; where two are as quick the first one's bytes are everyone's.
        let result = Result { try encode(coding) }
        return try known.withLock { known in
            let first = known[coding] ?? result
            known[coding] = first
            return first
        }.get()
    }

    /// The bytes, if there are any.
    func readableBytes(in coding: HTTPCoding) -> Data? {
        do { return try bytes(in: coding) } catch { return nil }  // Who sends it is told why.
    }
}

extension HTTPBody: Hashable {
    /// Whether media types and bytes are equal; see the type.
    public static func == (one: HTTPBody, other: HTTPBody) -> Bool { one.isEqual(to: other, in: HTTPCoding()) }

    /// Feeds the hasher with the media type and the bytes.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, in: HTTPCoding()) }

    /// Whether both are sent alike by requests of this coding.
    func isEqual(to other: HTTPBody, in coding: HTTPCoding) -> Bool {
        guard contentType.utf8.elementsEqual(other.contentType.utf8) else { return false }
        switch (content, other.content) {
        case (.encoded(let one), .encoded(let other)):
            guard one !== other else { return true }
            guard let bytes = one.readableBytes(in: coding) else { return false }
            return bytes == other.readableBytes(in: coding)
        case (.streamed(let one), .streamed(let other)): return one === other
        default: return false
        }
    }

    /// Feeds the hasher with what is sent by requests of this coding.
    func hash(into hasher: inout Hasher, in coding: HTTPCoding) {
        hasher.combine(contentType)
        switch content {
        case .streamed(let streamed): hasher.combine(ObjectIdentifier(streamed))
        case .encoded(let encoded):
            guard let bytes = encoded.readableBytes(in: coding) else {
                return hasher.combine(ObjectIdentifier(encoded))
            }
            hasher.combine(bytes)
        }
    }
}
