/// The identity of a flight's request: its type and value, as a key of the table.
struct FlightIdentity: Hashable, Sendable {
    private let flight: Flight
    private let hash: Int

    /// `nil` for a request that is not `Hashable`.
    init?(of flight: Flight) {
        guard let hash = flight.subject.identityHash else { return nil }
        self.flight = flight
        self.hash = hash
    }

    static func == (one: FlightIdentity, other: FlightIdentity) -> Bool {
        one.hash == other.hash && one.flight.isSame(as: other.flight)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
