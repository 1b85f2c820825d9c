#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How the answer of a ``Resource`` is read.
///
/// Equal where the types are that it is read through; what its closures do follows from these, but for what is told of
/// dropped elements.
struct ResourceReading<Response: Sendable>: Sendable {
    private struct Identity: Hashable {
        var output: ObjectIdentifier
        var errorBody: ObjectIdentifier?
        var form: Form
    }

    /// What is made of the type: the same one may be read in several ways.
    enum Form: Hashable {
        case whole, json, model, models, modelsDropping
    }

    private let identity: Identity
    private let errorBody: (any (Decodable & Sendable).Type)?
    let streamsBody: Bool
    let decode: @Sendable (HTTPResponse, HTTPCoding) throws -> Response

    init(
        through output: (some Any).Type,
        _ errorBody: (any (Decodable & Sendable).Type)?,
        as form: Form = .whole,
        streamsBody: Bool = false,
        decode: @escaping @Sendable (HTTPResponse, HTTPCoding) throws -> Response
    ) {
        identity = Identity(
            output: ObjectIdentifier(output),
            errorBody: errorBody.map { ObjectIdentifier($0) },
            form: form
        )
        self.errorBody = errorBody
        self.streamsBody = streamsBody
        self.decode = decode
    }

    /// The error that an answer is: with its body decoded where that is of the declared type.
    func error(for response: HTTPResponse, in coding: HTTPCoding) -> any Error {
        let error = HTTPError(response)
        guard let errorBody else { return error }
        return Self.typed(error, errorBody, response, coding)
    }

    private static func typed<Body: Decodable & Sendable>(
        _ error: HTTPError,
        _ type: Body.Type,
        _ response: HTTPResponse,
        _ coding: HTTPCoding
    ) -> any Error {
        do { return TypedHTTPError(error, body: try response.decoded(as: type, in: coding)) } catch _ {
            return error  // A body of another shape is no error of its own: status and raw body tell more.
        }
    }
}

extension ResourceReading: Hashable {
    static func == (one: ResourceReading, other: ResourceReading) -> Bool { one.identity == other.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension ResourceReading where Response: Decodable {
    static func json(_ errorBody: (any (Decodable & Sendable).Type)?) -> ResourceReading {
        ResourceReading(through: Response.self, errorBody, as: .json) { try $0.decoded(as: Response.self, in: $1) }
    }
}

extension ResourceReading {
    static func model<Output: ModelConvertible>(
        of output: Output.Type,
        _ errorBody: (any (Decodable & Sendable).Type)?
    ) -> ResourceReading where Output.Model == Response {
        ResourceReading(through: output, errorBody, as: .model) { response, coding in
            let decoded = try response.decoded(as: output, in: coding)
            do { return try decoded.model() } catch { throw ModelError(response, underlyingError: error) }
        }
    }

    static func models<Output: ModelConvertible>(
        of output: Output.Type,
        _ elements: ElementPolicy,
        _ errorBody: (any (Decodable & Sendable).Type)?
    ) -> ResourceReading where Response == [Output.Model] {
        guard let report = elements.report else {
            return ResourceReading(through: [Output].self, errorBody, as: .models) { response, coding in
                try response.decoded(as: [Output].self, in: coding).enumerated().map { index, element in
                    do { return try element.model() } catch {
                        throw ModelError(response, element: index, underlyingError: error)
                    }
                }
            }
        }
        return ResourceReading(through: [Output].self, errorBody, as: .modelsDropping) { response, coding in
            try response.decoded(as: [FallibleElement<Output>].self, in: coding).enumerated().compactMap {
                index,
                element in
                do { return try element.result.get().model() } catch {
                    report(ElementPolicy.Dropped(index: index, error: error))
                    return nil
                }
            }
        }
    }
}
