/// Something that happened to a flight or to stored data, without identifiers of either and without their contents.
///
/// Every ``began(_:)`` is followed by exactly one ``ended(_:_:)`` of the same flight.
public enum RequestEvent: Sendable {
    /// A flight, or a call that reads the store, is in flight.
    case began(Flight)
    /// It has ended.
    case ended(Flight, Ending)
    /// A value was stored.
    case stored(Flight)
    /// A value was not stored: newer data, a removal, or the flight's cancellation came first.
    case notStored(Flight, WriteOutcome)
    /// Something about a store failed. No network call fails for it.
    case storeFailed(StoreFailure)
    /// A transport answered a flight with `CancellationError` or decoded to one; it was wrapped.
    case foreignCancellation(Flight)
    /// So many events came before the next one and were lost, because they were not read in time.
    case lost(Int)

    /// Which flight an event is about.
    public struct Flight: Sendable, Hashable {
        /// Its number in its coordinator.
        public let id: FlightID
        /// The name of the request's type.
        public let requestType: String
    }

    /// How a flight ended.
    public enum Ending: Sendable, Hashable {
        /// With a value.
        case succeeded
        /// With an error of a transport, a decoder or a store.
        case failed
        /// By a decision of the scheduler.
        case decided(RequestError.Reason)
    }

    /// What failed at a store.
    public struct StoreFailure: Sendable {
        /// What was attempted.
        public enum Operation: Sendable, Hashable {
            /// Reading an entry.
            case read
            /// Decoding an entry; it was removed.
            case decode
            /// Encoding a value.
            case encode
            /// Writing an entry.
            case write
            /// Writing an entry within the time limit.
            case writeInTime
            /// Removing entries.
            case remove
        }

        /// What was attempted.
        public let operation: Operation
        /// The name of the request's type, where one request was concerned.
        public let requestType: String?
        /// The error, if there was one.
        public let error: (any Error)?
    }
}

extension RequestEvent.Ending {
    init(_ outcome: Flight.Outcome) {
        switch outcome {
        case .success: self = .succeeded
        // Some reasons come from behind a transport as well, as another coordinator's decision: a failure like any other.
        case .failure(let error as RequestError) where error.isDecision || !error.reason.isEnding:
            self = .decided(error.reason)
        case .failure: self = .failed
        }
    }
}
