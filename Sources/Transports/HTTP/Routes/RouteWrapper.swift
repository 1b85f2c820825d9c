#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A property wrapper around a ``Resource`` of one method: ``GET``, ``POST``, ``PUT``, ``PATCH``, ``DELETE`` or ``UPLOAD``.
///
/// ```swift
/// struct PetRoutes {
///     @GET("pets", parameters: ["page": 1], as: [PetResponse].self) var pets: Resource<[Pet]>
///     @GET("pets/7", as: PetResponse.self, errorBody: APIError.self) var pet: Resource<Pet>
///     @POST var create: Resource<Pet>
///
///     init(new: NewPet) {
///         _create = POST("pets", body: .json(new), as: PetResponse.self)
///     }
/// }
/// ```
///
/// What it wraps is the resource itself, to be called like any other: `as` and `errorBody` are explained there. What is
/// decoded as the property's own type has no `as`. A path or a body that depends on a value is set in the initializer, where
/// the value is known.
public protocol RouteWrapper<Response>: Sendable {
    /// What a caller gets.
    associatedtype Response: Sendable

    /// The method of all its resources.
    static var method: HTTPMethod { get }

    /// A wrapper around a resource, whose method becomes that of the wrapper.
    init(_ resource: Resource<Response>)
}

extension RouteWrapper where Response: Decodable {
    /// A route whose answer is read as JSON.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            Resource(
                Self.method,
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

extension RouteWrapper where Response == Data {
    /// A route whose answer is its body, as it came.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            Resource(
                Self.method,
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

extension RouteWrapper where Response == HTTPResponse {
    /// A route whose answer is given as it is.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            Resource(
                Self.method,
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

extension RouteWrapper where Response == Void {
    /// A route whose answer only has to be accepted.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            Resource(
                Self.method,
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

extension RouteWrapper where Response == HTTPStreamedResponse {
    /// A route whose answer is given at its head, with a body that is read as it comes.
    public init(
        _ path: ResourcePath,
        base: URL? = nil,
        parameters: ResourceQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody? = nil,
        options: HTTPOptions = HTTPOptions(),
        errorBody: (any (Decodable & Sendable).Type)? = nil
    ) {
        self.init(
            Resource(
                Self.method,
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

extension RouteWrapper {
    /// A route whose answer is decoded as `output` and made a model.
    public init<Output: ModelConvertible>(
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
            Resource(
                Self.method,
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

extension RouteWrapper {
    /// A route whose answer is an array whose elements are decoded as `Output` and made models.
    public init<Output: ModelConvertible>(
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
            Resource(
                Self.method,
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
