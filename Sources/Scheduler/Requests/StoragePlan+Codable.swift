#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoragePlan where Response: Codable {
    /// Stores the response as JSON.
    ///
    /// Any `Codable` value will do, single scalars and `nil` included.
    public static var value: StorageForm<Response> {
        // JSON as RFC 8259 has it has no NaN or infinity; stored, they must come back as they were.
        let (positive, negative, nan) = ("Infinity", "-Infinity", "NaN")
        return value(
            encode: { response in
                let encoder = JSONEncoder()
                encoder.nonConformingFloatEncodingStrategy = .convertToString(
                    positiveInfinity: positive,
                    negativeInfinity: negative,
                    nan: nan
                )
                return try encoder.encode(response)
            },
            decode: { data in
                let decoder = JSONDecoder()
                decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: positive,
                    negativeInfinity: negative,
                    nan: nan
                )
                return try decoder.decode(Response.self, from: data)
            }
        )
    }
}
