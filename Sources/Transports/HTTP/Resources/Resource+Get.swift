#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Resource where Response: Decodable {
    /// A resource that is got and whose answer is read as JSON.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(.get, path, base, parameters, headers, nil, options, .json(errorBody))
    }
}

extension Resource where Response == Data {
    /// A resource that is got and whose answer is its body, as it came.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            .get,
            path,
            base,
            parameters,
            headers,
            nil,
            options,
            ResourceReading(through: Data.self, errorBody) { response, _ in response.body }
        )
    }
}

extension Resource where Response == HTTPResponse {
    /// A resource that is got and whose answer is given as it is.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            .get,
            path,
            base,
            parameters,
            headers,
            nil,
            options,
            ResourceReading(through: HTTPResponse.self, errorBody) { response, _ in response }
        )
    }
}

extension Resource where Response == Void {
    /// A resource that is got and whose answer only has to be accepted.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            .get,
            path,
            base,
            parameters,
            headers,
            nil,
            options,
            ResourceReading(through: Void.self, errorBody) { _, _ in }
        )
    }
}

extension Resource where Response == HTTPStreamedResponse {
    /// A resource that is got and whose answer is given at its head, with a body that is read as it comes.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            .get,
            path,
            base,
            parameters,
            headers,
            nil,
            options,
            ResourceReading(through: HTTPStreamedResponse.self, errorBody, streamsBody: true) { _, _ in
                throw HTTPTransportError(.unexpectedPayload)
            }
        )
    }
}

extension Resource {
    /// A resource that is got and whose answer is decoded as `output` and made a model; what gives none is a ``ModelError``.
    public init<Output: ModelConvertible>(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        options: HTTPOptions = HTTPOptions(),
        as output: Output.Type,
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) where Output.Model == Response {
        self.init(.get, path, base, parameters, headers, nil, options, .model(of: output, errorBody))
    }
}

extension Resource {
    /// A resource that is got and whose answer is an array whose elements are decoded as `Output` and made models.
    public init<Output: ModelConvertible>(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        options: HTTPOptions = HTTPOptions(),
        as outputs: [Output].Type,
        elements: ElementPolicy = .failing,
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) where Response == [Output.Model] {
        self.init(.get, path, base, parameters, headers, nil, options, .models(of: Output.self, elements, errorBody))
    }
}
