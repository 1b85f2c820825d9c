/// Wraps a resource that is changed in part; RFC 5789.
///
/// See ``RouteWrapper``.
@propertyWrapper
public struct PATCH<Response: Sendable>: RouteWrapper {
    /// The resource, to be called.
    public var wrappedValue: Resource<Response>

    /// `PATCH`.
    public static var method: HTTPMethod { .patch }

    /// A route to this resource by `PATCH`.
    public init(_ resource: Resource<Response>) {
        wrappedValue = resource
        wrappedValue.method = Self.method
    }
}
