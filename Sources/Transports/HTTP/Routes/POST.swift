/// Wraps a resource that processes what it is sent; RFC 9110 §9.3.3.
///
/// See ``RouteWrapper``.
@propertyWrapper
public struct POST<Response: Sendable>: RouteWrapper {
    /// The resource, to be called.
    public var wrappedValue: Resource<Response>

    /// `POST`.
    public static var method: HTTPMethod { .post }

    /// A route to this resource by `POST`.
    public init(_ resource: Resource<Response>) {
        wrappedValue = resource
        wrappedValue.method = Self.method
    }
}
