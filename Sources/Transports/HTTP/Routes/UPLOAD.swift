/// Wraps a resource that files are sent to, by `POST`; its body may be made while it is sent.
///
/// See ``RouteWrapper``.
@propertyWrapper
public struct UPLOAD<Response: Sendable>: RouteWrapper {
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
