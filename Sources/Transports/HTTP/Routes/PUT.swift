/// Wraps a resource that is replaced by what it is sent; RFC 9110 §9.3.4.
///
/// See ``RouteWrapper``.
@propertyWrapper
public struct PUT<Response: Sendable>: RouteWrapper {
    /// The resource, to be called.
    public var wrappedValue: Resource<Response>

    /// `PUT`.
    public static var method: HTTPMethod { .put }

    /// A route to this resource by `PUT`.
    public init(_ resource: Resource<Response>) {
        wrappedValue = resource
        wrappedValue.method = Self.method
    }
}
