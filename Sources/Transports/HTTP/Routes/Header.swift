/// Adds fields to the headers that it wraps; wrappers of one property add up.
///
/// ```swift
/// struct Fields {
///     @Header(.custom("X-Client", "demo")) @Header(.bearer("hush"))
///     var headers: HTTPHeaders = [:]
/// }
/// ```
///
/// The fields are there from the beginning and after each assignment, which replaces what was assigned before. A field that
/// is there already, name and value, is not added again.
@propertyWrapper
public struct Header<Value: HeaderFields>: Sendable {
    private let fields: [HTTPHeaders.Field]
    private var value: Value

    /// What was assigned, with the fields.
    public var wrappedValue: Value {
        get { value }
        set { value = newValue.adding(fields) }
    }

    /// Adds these fields to what is assigned.
    public init(wrappedValue: Value, _ fields: HTTPHeaders.Field...) {
        self.fields = fields
        value = wrappedValue.adding(fields)
    }
}

/// What fields can be added to: headers, or a property wrapper around some.
public protocol HeaderFields: Sendable {
    /// The same with these fields, without those that are there already.
    func adding(_ fields: [HTTPHeaders.Field]) -> Self
}

extension HTTPHeaders: HeaderFields {
    /// These headers and behind them the fields that are not there.
    public func adding(_ fields: [Field]) -> HTTPHeaders {
        HTTPHeaders(fields.reduce(into: self.fields) { if !$0.contains($1) { $0.append($1) } })
    }
}

extension Header: HeaderFields {
    /// The same around headers with these fields.
    public func adding(_ fields: [HTTPHeaders.Field]) -> Header {
        var wrapper = self
        wrapper.value = value.adding(fields)
        return wrapper
    }
}
