/// What becomes of a flight whose last caller has left.
///
/// Only leaving is meant: the caller's own task was cancelled, or its stream was dropped. An explicit cancel, a
/// replacement, a shutdown and the coordinator's release always end the flight.
public enum AbandonPolicy: Sendable, Hashable {
    /// The flight is cancelled at once.
    case cancel

    /// The flight goes on to its end and its answer is stored; it can be joined meanwhile.
    case finish

    /// The flight stays joinable for this long and is cancelled if nobody has come by then.
    case linger(Duration)
}
