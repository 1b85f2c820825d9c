/// A value that describes work and names the type of its answer.
///
/// ```swift
/// struct GetUser: Request, Hashable {
///     typealias Response = User
///     let id: Int
/// }
/// ```
///
/// A request that is also `Hashable`, wherever that conformance is declared, has an *identity*: its type together with
/// its value, as `==` decides it. Equal values of two types are two identities. Without one it can still be matched by a
/// ``RequestKey``, by its type, or not at all. Like the key of any `Dictionary` it must hash and compare alike as long as it
/// is in flight, or the process may end; one that does not equal itself, such as one that holds a NaN, is merely never found.
///
/// Every requirement is called on the caller's task before the coordinator is entered, never inside it.
public protocol Request<Response>: Sendable {
    /// What a caller gets for this request.
    associatedtype Response: Sendable

    /// Whether sending it twice does no more than sending it once, so that equal calls may share one flight.
    ///
    /// `true` by default. Joining an unsafe request is refused with ``RequestError/Reason/unsafeToJoin``.
    var isSafe: Bool { get }

    /// What becomes of the flight when its last caller leaves: it is cancelled by default.
    var abandonment: AbandonPolicy { get }

    /// Whether its flight is shown as activity; `nil`, the default, leaves that to the transport.
    var showsActivity: Bool? { get }

    /// How the answer is stored and found again; `nil`, the default, keeps it out of every store.
    var storage: StoragePlan<Response>? { get }
}

extension Request {
    /// Safe to share.
    public var isSafe: Bool { true }

    /// Cancelled with its last caller.
    public var abandonment: AbandonPolicy { .cancel }

    /// As its transport has it.
    public var showsActivity: Bool? { nil }

    /// Not stored.
    public var storage: StoragePlan<Response>? { nil }
}
