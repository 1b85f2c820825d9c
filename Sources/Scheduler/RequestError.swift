/// A decision of the scheduler that a call has no response.
///
/// Errors of transports, decoders and stores arrive as they were thrown, except where a case below says it wraps one.
/// `CancellationError` is thrown only when the caller's own task was cancelled.
public struct RequestError: Error, Sendable {
    /// Why.
    public let reason: Reason

    /// The error that led to it, if one did.
    public let underlyingError: (any Error)?

    /// Whether the coordinator that threw it decided so; not an error that came from a transport or a decoder.
    let isDecision: Bool

    /// An error of this reason.
    public init(_ reason: Reason, underlyingError: (any Error)? = nil) {
        self.init(reason, underlyingError: underlyingError, isDecision: false)
    }

    private init(_ reason: Reason, underlyingError: (any Error)?, isDecision: Bool) {
        self.reason = reason
        self.underlyingError = underlyingError
        self.isDecision = isDecision
    }

    /// A decision of the coordinator that throws it.
    static func decision(_ reason: Reason) -> RequestError {
        RequestError(reason, underlyingError: nil, isDecision: true)
    }

    /// The same as it arrives from another coordinator behind a transport: a failure like any other.
    var asFailure: RequestError {
        RequestError(reason, underlyingError: underlyingError)
    }
}

extension RequestError {
    /// Why a call has no response.
    public struct Reason: Hashable, Sendable {
        private enum Code: String {
            case alreadyIterated, alreadyLinked, cancelled, duplicate, foreignCancellation, foreignStoredRead
            case incompatibleToJoin, linkedCallCancelled, linkedCallDuplicate, linkedCallSucceeded, noResult, noStore
            case noTransport, notStored, released, replaced, shutDown, storeFailed, undecodable, unmatchable
            case unexpectedType, unsafeToJoin
        }

        private let code: Code

        private init(_ code: Code) {
            self.code = code
        }
    }
}

extension RequestError.Reason {
    /// `cancel` ended the flight.
    public static let cancelled = Self(.cancelled)
    /// An equal call was in flight and this one was told to exclude duplicates.
    public static let duplicate = Self(.duplicate)
    /// A later call took its place.
    public static let replaced = Self(.replaced)
    /// The coordinator was released.
    public static let released = Self(.released)
    /// The coordinator was shut down.
    public static let shutDown = Self(.shutDown)

    /// No transport supports the request, or none restores its stored bytes.
    public static let noTransport = Self(.noTransport)
    /// The transport dropped the flight without an answer.
    public static let noResult = Self(.noResult)
    /// A transport or a decoder threw `CancellationError` although nobody was cancelled; it is wrapped.
    public static let foreignCancellation = Self(.foreignCancellation)

    /// The request has neither a key nor an identity, so that nothing can be a duplicate of it.
    public static let unmatchable = Self(.unmatchable)
    /// Joining was asked for a request that is not safe to share.
    public static let unsafeToJoin = Self(.unsafeToJoin)
    /// The flight under the key is of another request type, or stores its answer in another way.
    public static let incompatibleToJoin = Self(.incompatibleToJoin)

    /// No store takes the request, or the request is not stored.
    public static let noStore = Self(.noStore)
    /// The store has no entry for it, or none young enough.
    public static let notStored = Self(.notStored)
    /// The store failed; its error is wrapped.
    public static let storeFailed = Self(.storeFailed)
    /// The entry could not be decoded and was removed; the decoder's error is wrapped.
    public static let undecodable = Self(.undecodable)

    /// The stored read was not wanted any more: the network call it is linked to succeeded first.
    public static let linkedCallSucceeded = Self(.linkedCallSucceeded)
    /// The stored read ended with the network call it is linked to, which was cancelled.
    public static let linkedCallCancelled = Self(.linkedCallCancelled)
    /// The stored read ended with the network call it is linked to, which was refused as a duplicate.
    public static let linkedCallDuplicate = Self(.linkedCallDuplicate)
    /// The stored read was linked to a network call before; it binds once.
    public static let alreadyLinked = Self(.alreadyLinked)
    /// The stored read was made by another coordinator, of which this one's calls know nothing.
    public static let foreignStoredRead = Self(.foreignStoredRead)
    /// The sequence is or was iterated by someone else; ask for another one.
    public static let alreadyIterated = Self(.alreadyIterated)
    /// The value is of another type than the one it was asked for as.
    public static let unexpectedType = Self(.unexpectedType)
}

extension RequestError.Reason {
    /// Lets a clause name a reason: `catch RequestError.Reason.duplicate`.
    public static func ~= (reason: Self, error: any Error) -> Bool {
        (error as? RequestError)?.reason == reason
    }
}

extension RequestError.Reason {
    /// Whether it is one that a coordinator ends flights for.
    var isEnding: Bool { [.cancelled, .duplicate, .released, .replaced, .shutDown].contains(self) }
}

extension RequestError.Reason: CustomStringConvertible {
    /// The reason's name.
    public var description: String { code.rawValue }
}

extension RequestError: CustomStringConvertible {
    /// The reason and the type of the underlying error; never its text, which may hold what should not be logged.
    public var description: String {
        guard let underlyingError else { return "RequestError: \(reason)" }
        return "RequestError: \(reason) (\(type(of: underlyingError)))"
    }
}
