/// What a call does about equal calls in flight.
///
/// Equal means: under the same key, where the call has one, whatever the requests' types; else of the same identity.
public enum DuplicatePolicy: Sendable, Hashable {
    /// Starts beside them. The default.
    case allow

    /// Fails with ``RequestError/Reason/duplicate`` if there is one; that one is not touched.
    case exclude

    /// Shares the newest one that can be shared, else starts. Decided when the call's network stage begins.
    case join

    /// Ends them all with ``RequestError/Reason/replaced``, then starts.
    case replace
}
