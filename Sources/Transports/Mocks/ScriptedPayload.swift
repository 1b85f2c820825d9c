#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// What a ``ScriptedTransport`` answers with: a value and its bytes, or bytes that are decoded as those from a store are.
public struct ScriptedPayload: RawPayload {
    /// The response itself; `nil` where the test gave bytes.
    public let value: (any Sendable)?

    /// What is stored of it.
    public let rawBytes: Data

    init(value: (any Sendable)? = nil, rawBytes: Data) {
        self.value = value
        self.rawBytes = rawBytes
    }

    /// A value with its stored form: itself if it is `Data`, JSON if it is `Codable`, else nothing.
    init(encoding value: any Sendable) throws {
        self.value = value
        switch value {
        case let data as Data: rawBytes = data
        case let value as any Encodable: rawBytes = try JSONEncoder().encode(value)
        default: rawBytes = Data()
        }
    }

    /// Whether stored bytes can become a response of this type.
    static func canDecode<Response>(_ type: Response.Type) -> Bool {
        type is any Decodable.Type
    }

    /// The response in the stored form's bytes.
    static func decode<Response>(_ bytes: Data, as type: Response.Type) throws -> Response {
        if let data = bytes as? Response { return data }
        guard let decodable = type as? any Decodable.Type,
            let response = try JSONDecoder().decode(decodable, from: bytes) as? Response
        else { throw MockError.unexpectedPayload }
        return response
    }
}
