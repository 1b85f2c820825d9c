#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Wraps a resource of any method.
///
/// ```swift
/// @Route(.init(rawValue: "PURGE"), "cache") var purge: Resource<Void>
/// ```
///
/// See ``RouteWrapper``, whose wrappers have their methods for names.
@propertyWrapper
public struct Route<Response: Sendable>: Sendable {
    /// The resource, to be called.
    public var wrappedValue: Resource<Response>

    /// A route to this resource.
    public init(wrappedValue: Resource<Response>) {
        self.wrappedValue = wrappedValue
    }
}

extension Route where Response: Decodable {
    /// A route whose answer is read as JSON.
    public init(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            wrappedValue: Resource(
                method,
                path,
                base: base,
                parameters: parameters,
                headers: headers,
                body: body,
                options: options,
                errorBody: errorBody
            )
        )
    }
}

extension Route where Response == Data {
    /// A route whose answer is its body, as it came.
    public init(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            wrappedValue: Resource(
                method,
                path,
                base: base,
                parameters: parameters,
                headers: headers,
                body: body,
                options: options,
                errorBody: errorBody
            )
        )
    }
}

extension Route where Response == HTTPResponse {
    /// A route whose answer is given as it is.
    public init(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            wrappedValue: Resource(
                method,
                path,
                base: base,
                parameters: parameters,
                headers: headers,
                body: body,
                options: options,
                errorBody: errorBody
            )
        )
    }
}

extension Route where Response == Void {
    /// A route whose answer only has to be accepted.
    public init(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            wrappedValue: Resource(
                method,
                path,
                base: base,
                parameters: parameters,
                headers: headers,
                body: body,
                options: options,
                errorBody: errorBody
            )
        )
    }
}

extension Route {
    /// A route whose answer is decoded as `output` and made a model.
    public init<Output: ModelConvertible>(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        as output: Output.Type,
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) where Output.Model == Response {
        self.init(
            wrappedValue: Resource(
                method,
                path,
                base: base,
                parameters: parameters,
                headers: headers,
                body: body,
                options: options,
                as: output,
                errorBody: errorBody
            )
        )
    }
}

extension Route {
    /// A route whose answer is an array whose elements are decoded as `Output` and made models.
    public init<Output: ModelConvertible>(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        as outputs: [Output].Type,
        elements: ElementPolicy = .failing,
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) where Response == [Output.Model] {
        self.init(
            wrappedValue: Resource(
                method,
                path,
                base: base,
                parameters: parameters,
                headers: headers,
                body: body,
                options: options,
                as: outputs,
                elements: elements,
                errorBody: errorBody
            )
        )
    }
}

extension Route where Response == HTTPStreamedResponse {
    /// A route whose answer is given at its head, with a body that is read as it comes.
    public init(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            wrappedValue: Resource(
                method,
                path,
                base: base,
                parameters: parameters,
                headers: headers,
                body: body,
                options: options,
                errorBody: errorBody
            )
        )
    }
}
