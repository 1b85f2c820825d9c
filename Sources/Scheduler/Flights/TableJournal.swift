/// What a coordinator told its table and what the table answered, in order.
///
/// The table is the coordinator's only flight state: told again, a bare table gives the same answers. Recorded only where
/// a configuration asks for it.
final class TableJournal: Sendable {
    typealias Table = InFlightTable<Flight, FlightIdentity, RequestKey>

    /// One event and its answer.
    enum Entry: Sendable {
        case begin(Table.Candidate, DuplicatePolicy, Table.Beginning)
        case link(Table.Candidate, FlightID?)
        case relink(FlightID)
        case unlink(FlightID)
        case arrive(FlightID)
        case end(FlightID, Flight?)
        case leave(FlightID, remaining: Int, now: Duration, Table.Departure)
        case take(Table.Selector, [Flight])
        case close([Flight])
        case due(Duration, [Table.Due])
        case beginWrite(FlightID, until: Duration)
        case endWrite(FlightID)
    }

    private let recorded = Lock([Entry]())

    var entries: [Entry] { recorded.withLock { $0 } }

    func record(_ entry: Entry) {
        recorded.withLock { $0.append(entry) }
    }
}
