/// What a coordinator told its two machines, in order: every event of the table with its answer, and which events met a
/// cell in which phase.
///
/// The table is the coordinator's only flight state: told the same again, a bare table gives the same answers. Recorded
/// only where a configuration asks for it.
final class FlightJournal: Sendable {
    typealias Table = InFlightTable<Flight, FlightIdentity, RequestKey>

    /// One event of the table and its answer.
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

    /// An event of a cell and the phase it was met in.
    struct Meeting: Hashable, Sendable {
        let event: CellEvent
        let phase: CellPhase
    }

    private struct Record {
        var entries: [Entry] = []
        var meetings: Set<Meeting> = []
    }

    private let recorded = Lock(Record())

    var entries: [Entry] { recorded.withLock { $0.entries } }

    var meetings: Set<Meeting> { recorded.withLock { $0.meetings } }

    func record(_ entry: Entry) {
        recorded.withLock { $0.entries.append(entry) }
    }

    func record(_ event: CellEvent, in phase: CellPhase) {
        recorded.withLock { _ = $0.meetings.insert(Meeting(event: event, phase: phase)) }
    }
}
