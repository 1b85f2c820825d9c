/// Wraps a resource that is read; RFC 9110 §9.3.1.
///
/// See ``RouteWrapper``.
@propertyWrapper
public struct GET<Response: Sendable>: RouteWrapper {
    /// The resource, to be called.
    public var wrappedValue: Resource<Response>

    /// `GET`.
    public static var method: HTTPMethod { .get }

    /// A route to this resource by `GET`.
    public init(_ resource: Resource<Response>) {
        wrappedValue = resource
        wrappedValue.method = Self.method
    }
}
