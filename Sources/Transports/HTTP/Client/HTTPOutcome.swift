public import RequestScheduler

/// How a call ended, for whoever would rather switch than catch.
///
/// ```swift
/// switch await client.outcome(of: routes.pet) {
/// case .value(let pet): show(pet)
/// case .httpError(let error, let body as APIError): show("\(error.status): \(body.message)")
/// case .httpError(let error, _): show("Status \(error.status)")
/// case .failure(let error): show("\(error)")
/// case .cancelled: break
/// }
/// ```
public enum HTTPOutcome<Value: Sendable>: Sendable {
    /// With a value.
    case value(Value)

    /// With an answer whose status is not accepted: the error with status, headers and raw body, and the body decoded where
    /// it is of the declared type.
    case httpError(HTTPError, body: (any Sendable)?)

    /// With any other error: there is no answer, or it could not be read.
    case failure(any Error)

    /// It was called off: by its own task or handle, by `cancel`, as a duplicate, by a later call, by a release or shutdown.
    case cancelled(RequestError.Reason)
}

extension HTTPOutcome {
    /// The outcome of a call that ended like this.
    public init(_ outcome: CallOutcome<Value>) {
        switch outcome {
        case .value(let value): self = .value(value)
        case .error(let error as any HTTPStatusError): self = .httpError(error.httpError, body: error.decodedBody)
        case .error(let error): self = .failure(error)
        case .cancelled(let reason): self = .cancelled(reason)
        }
    }

    /// The value, if there is one.
    public var value: Value? { if case .value(let value) = self { value } else { nil } }

    /// The error of status, headers and raw body, if it ended with one.
    public var httpError: HTTPError? { if case .httpError(let error, _) = self { error } else { nil } }
}
