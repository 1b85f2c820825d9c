/// Where a call looks for its response, and in which order.
///
/// A maximum age is the caller's own: an entry is fresh while its age is less. Ages are of wall time; an entry saved more
/// than ten seconds in the future is not fresh. Without a maximum age every entry will do.
public struct FetchPolicy: Sendable, Hashable {
    enum Plan: Sendable, Hashable { case networkOnly, storeOnly, storeElseNetwork, networkElseStore }

    let plan: Plan
    let maximumAge: Duration?
    /// Whether a network call that was called off is followed by the store as a failed one is.
    var coversCancellation = false

    /// Asks the network.
    ///
    /// The default.
    public static let networkOnly = FetchPolicy(plan: .networkOnly, maximumAge: nil)

    /// Reads the store; a miss fails with ``RequestError/Reason/notStored``.
    public static let storeOnly = FetchPolicy(plan: .storeOnly, maximumAge: nil)

    /// Reads the store; a miss, an old entry, or a fault of the store goes to the network.
    public static let storeElseNetwork = FetchPolicy(plan: .storeElseNetwork, maximumAge: nil)

    /// Asks the network; where that fails, reads the store, and throws the network's error if there is nothing.
    ///
    /// Failing is: no transport, no answer, an error of the transport or of decoding. Being cancelled, replaced, refused
    /// as a duplicate, released or shut down is not; see ``networkElseStore(maximumAge:coveringCancellation:)``.
    public static let networkElseStore = FetchPolicy(plan: .networkElseStore, maximumAge: nil)

    /// As ``storeOnly`` with a limit of age.
    public static func storeOnly(maximumAge: Duration) -> FetchPolicy {
        FetchPolicy(plan: .storeOnly, maximumAge: maximumAge)
    }

    /// As ``storeElseNetwork`` with a limit of age.
    public static func storeElseNetwork(maximumAge: Duration) -> FetchPolicy {
        FetchPolicy(plan: .storeElseNetwork, maximumAge: maximumAge)
    }

    /// As ``networkElseStore`` with a limit of age.
    public static func networkElseStore(maximumAge: Duration) -> FetchPolicy {
        FetchPolicy(plan: .networkElseStore, maximumAge: maximumAge)
    }

    /// As ``networkElseStore``, and where `coveringCancellation` is true also for a call that others called off.
    ///
    /// That is: it was cancelled by ``RequestCoordinator/cancel(_:)`` or one like it, replaced, or refused as a duplicate.
    /// The call whose own task was cancelled, or whose handle was, reads nothing; and once the coordinator is released or
    /// shut down there is nobody to read.
    public static func networkElseStore(maximumAge: Duration? = nil, coveringCancellation: Bool) -> FetchPolicy {
        var policy = FetchPolicy(plan: .networkElseStore, maximumAge: maximumAge)
        policy.coversCancellation = coveringCancellation
        return policy
    }

    /// Whether a network call that came out like this is followed by the store.
    func fallsBack(on error: any Error) -> Bool {
        switch NetworkLanding(Result<Never, any Error>.failure(error)) {
        case .succeeded: false
        case .failed: !error.isMisuse
        case .cancelled: coversCancellation && [.cancelled, .replaced].contains((error as? RequestError)?.reason)
        case .duplicate: coversCancellation
        }
    }
}

extension Error {
    /// Whether the call was refused for how it was made; the network has not failed.
    fileprivate var isMisuse: Bool {
        switch self {
        case RequestError.Reason.unmatchable, RequestError.Reason.unsafeToJoin,
            RequestError.Reason.incompatibleToJoin:
            true
        default: false
        }
    }
}
