/// What a server sends, from which a model of the program's own is made.
///
/// Named as the `as` of a ``Resource`` or a route, whose response the model then is.
///
/// ```swift
/// struct PetResponse: ModelConvertible {
///     let id: Int
///     let name: String?
///     func model() throws -> Pet {
///         guard let name else { throw Nameless() }
///         return Pet(id: id, name: name)
///     }
/// }
/// ```
public protocol ModelConvertible: Decodable, Sendable {
    /// What is made of it.
    associatedtype Model: Sendable

    /// The model; what is thrown is the cause of a ``ModelError``.
    ///
    /// Called where answers are decoded, never on the caller's actor.
    func model() throws -> Model
}

extension Optional: ModelConvertible where Wrapped: ModelConvertible {
    /// The model of what is there.
    public func model() throws -> Wrapped.Model? { try map { try $0.model() } }
}
