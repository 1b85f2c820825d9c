/// One flight, or one call that reads the store, as it was when the snapshot was taken.
public struct FlightSnapshot: Sendable {
    /// What it was doing.
    public enum Stage: Sendable, Hashable {
        /// Reading the store.
        case store
        /// At its transport, decoding or storing.
        case network
    }

    /// Its number in its coordinator.
    public let id: FlightID
    /// The type of its request.
    public let requestType: any Request.Type
    /// The key of its first caller.
    public let key: RequestKey?
    /// What it was doing.
    public let stage: Stage
    /// How many callers waited for it.
    public let callers: Int

    init(_ id: FlightID, _ entry: RequestCoordinator.Table.Candidate) {
        self.id = id
        requestType = entry.flight.subject.type
        key = entry.key
        stage = entry.stage == .network ? .network : .store
        callers = entry.flight.look { $0.callers }
    }
}
