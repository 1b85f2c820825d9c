/// Which flights, and calls that read the store, are meant: by request, type, key, key type, and what these say together.
///
/// ```swift
/// await coordinator.cancel(where: .type(GetPage.self) && !.key("first"))
/// ```
///
/// Finding them costs as much as the cheapest part that every match must satisfy finds; only a selector without such a part,
/// a negation alone, looks at everything in flight.
public struct FlightSelector: Sendable {
    typealias Term = RequestCoordinator.Table.Selector

    private let term: @Sendable (FlightEnvironment) -> Term

    private init(_ term: @escaping @Sendable (FlightEnvironment) -> Term) {
        self.term = term
    }

    private init(_ term: Term) {
        self.init { _ in term }
    }

    /// What it means to the table of a coordinator.
    func resolved(in environment: FlightEnvironment) -> Term { term(environment) }
}

extension FlightSelector {
    /// Everything in flight.
    public static let everything = FlightSelector(.everything)

    /// Calls of an equal request of the same type, under whatever key.
    public static func request<R: Request & Hashable>(_ request: R) -> FlightSelector {
        FlightSelector { environment in
            let subject = CallSubject(request, key: nil)
            let flight = RequestFlight(request, subject, environment: environment, finishesUnattended: false)
            return FlightIdentity(of: flight).map { .identity($0) } ?? .any([])
        }
    }

    /// Calls of requests of this type.
    public static func type<R: Request>(_ type: R.Type) -> FlightSelector {
        FlightSelector(.type(ObjectIdentifier(type)))
    }

    /// Calls under this key, whatever their requests.
    public static func key(_ key: RequestKey) -> FlightSelector {
        FlightSelector(.key(key))
    }

    /// Calls under any key of this type.
    public static func keyType<Key: Hashable & Sendable>(_ type: Key.Type) -> FlightSelector {
        FlightSelector(.keyType(ObjectIdentifier(type)))
    }

    /// What every one of these means; everything, if there are none.
    public static func all(of parts: [FlightSelector]) -> FlightSelector {
        FlightSelector { environment in .all(parts.map { $0.resolved(in: environment) }) }
    }

    /// What at least one of these means; nothing, if there are none.
    public static func any(of parts: [FlightSelector]) -> FlightSelector {
        FlightSelector { environment in .any(parts.map { $0.resolved(in: environment) }) }
    }

    /// What both mean.
    public static func && (one: FlightSelector, other: FlightSelector) -> FlightSelector { all(of: [one, other]) }

    /// What either means.
    public static func || (one: FlightSelector, other: FlightSelector) -> FlightSelector { any(of: [one, other]) }

    /// What the selector does not mean.
    public static prefix func ! (selector: FlightSelector) -> FlightSelector {
        FlightSelector { environment in .not(selector.resolved(in: environment)) }
    }
}
