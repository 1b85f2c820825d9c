/// A flight for a request of a certain type: what gives it its identity.
class RequestFlight<R: Request>: Flight, @unchecked Sendable {  // Adds a `let` only.
    let request: R

    init(_ request: R, _ subject: CallSubject, environment: FlightEnvironment, finishesUnattended: Bool) {
        self.request = request
        super.init(subject, environment: environment, finishesUnattended: finishesUnattended)
    }

    override func isSame(as other: Flight) -> Bool {
        if self === other { return true }
        guard let other = other as? RequestFlight<R> else { return false }
        return RequestWitness<R>.find().areSame(request, other.request)
    }

    /// How the plan has responses become bytes and back, if it says so.
    var coding: StoredCoding<R.Response>? { storing?.coding as? StoredCoding<R.Response> }
}
