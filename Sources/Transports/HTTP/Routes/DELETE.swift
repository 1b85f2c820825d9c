/// Wraps a resource that is removed; RFC 9110 §9.3.5.
///
/// See ``RouteWrapper``.
@propertyWrapper
public struct DELETE<Response: Sendable>: RouteWrapper {
    /// The resource, to be called.
    public var wrappedValue: Resource<Response>

    /// `DELETE`.
    public static var method: HTTPMethod { .delete }

    /// A route to this resource by `DELETE`.
    public init(_ resource: Resource<Response>) {
        wrappedValue = resource
        wrappedValue.method = Self.method
    }
}
