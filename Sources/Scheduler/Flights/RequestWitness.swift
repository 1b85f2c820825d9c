/// How values of one request type are hashed and compared, found once per type.
///
/// Whether the type is `Hashable` is asked of the running program, so a conformance counts wherever it is declared: also
/// in an extension, a file or a module that the request's author never saw.
// Unchecked: neither it nor a subclass has state but for one `let`.
class RequestWitness<R: Request>: AnyRequestWitness, @unchecked Sendable {
    /// Whether its responses are to be let go of at once.
    final let isOngoing = R.Response.self is any OngoingResponse.Type

    func hash(_ request: R) -> Int? { nil }

    func areSame(_ one: R, _ other: R) -> Bool { false }

    /// The witness of a type.
    ///
    /// Costs one look-up after the first time.
    static func find() -> RequestWitness<R> {
        let type = ObjectIdentifier(R.self)
        if let known = AnyRequestWitness.known.withLock({ $0[type] }) {
            return unsafeDowncast(known, to: RequestWitness<R>.self)  // Stored under its own type, below.
        }
        let made = (HashableProbe<R>.self as? any HashableProbing<R>.Type)?.makeWitness() ?? RequestWitness<R>()
        AnyRequestWitness.known.withLock { $0[type] = made }
        return made
    }
}

// Unchecked: no state.
class AnyRequestWitness: @unchecked Sendable {
    fileprivate static let known = Lock([ObjectIdentifier: AnyRequestWitness]())
}

// Unchecked: no state.
private final class HashableRequestWitness<R: Request & Hashable>: RequestWitness<R>, @unchecked Sendable {
    override func hash(_ request: R) -> Int? { request.hashValue }

    override func areSame(_ one: R, _ other: R) -> Bool { one == other }
}

/// Conforms to ``HashableProbing`` exactly for the request types that are `Hashable`.
private enum HashableProbe<R: Request> {}

private protocol HashableProbing<R> {
    associatedtype R: Request
    static func makeWitness() -> RequestWitness<R>
}

extension HashableProbe: HashableProbing where R: Hashable {
    static func makeWitness() -> RequestWitness<R> { HashableRequestWitness<R>() }
}
