/// Where a call looks for its response, and in which order.
///
/// A maximum age is the caller's own: an entry is fresh while its age is less. Ages are of wall time; an entry saved more
/// than ten seconds in the future is not fresh. Without a maximum age every entry will do.
public struct FetchPolicy: Sendable, Hashable {
    enum Plan: Sendable, Hashable { case networkOnly, storeOnly, storeElseNetwork, networkElseStore }

    let plan: Plan
    let maximumAge: Duration?

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
    /// as a duplicate, released or shut down is not.
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
}
