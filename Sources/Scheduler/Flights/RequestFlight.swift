/// A flight for a request of a certain type: what gives it its identity.
class RequestFlight<R: Request>: Flight, @unchecked Sendable {  // Adds `let`s only.
    let subject: CallSubject<R>

    var request: R { subject.request }
    var plan: StoragePlan<R.Response>? { subject.plan }
    var storing: StoringPlan? { subject.storing }

    init(_ subject: CallSubject<R>, environment: FlightEnvironment, finishesUnattended: Bool) {
        self.subject = subject
        super.init(
            environment: environment,
            requestType: R.self,
            identityHash: subject.identityHash,
            key: subject.key,
            finishesUnattended: finishesUnattended
        )
    }

    override func isSame(as other: Flight) -> Bool {
        if self === other { return true }
        guard let other = other as? RequestFlight<R> else { return false }
        return subject.witness.areSame(request, other.request)
    }

    /// What the table is to know of this flight in a stage of its call; asks nothing of the request any more.
    func candidate(
        _ stage: InFlightTable<Flight, FlightIdentity, RequestKey>.Stage
    ) -> InFlightTable<Flight, FlightIdentity, RequestKey>.Candidate {
        .init(
            flight: self,
            stage: stage,
            type: ObjectIdentifier(R.self),
            identity: FlightIdentity(of: self),
            key: key,
            keyType: key?.type,
            isSafe: subject.isSafe,
            storing: storing,
            abandonment: stage == .network ? subject.abandonment : .cancel
        )
    }

    /// Tells observers of a fault of a store; no call fails for it unless it asked for nothing but the store.
    func report(_ operation: RequestEvent.StoreFailure.Operation, _ error: (any Error)?) {
        environment.events.send(
            .storeFailed(.init(operation: operation, requestType: String(describing: R.self), error: error))
        )
    }
}
