/// How a call that nobody awaits ended: told once, to its completion or delegate.
public enum CallOutcome<Value: Sendable>: Sendable {
    /// With a value.
    case value(Value)

    /// With an error: of the transport, of decoding, of a store, or of how the call was made.
    case error(any Error)

    /// It was called off: by its handle, by `cancel`, as a duplicate, by a later call, by a release or a shutdown, or, of a
    /// linked read, by the network call's outcome.
    case cancelled(RequestError.Reason)
}

extension CallOutcome {
    /// The value, if there is one.
    public var value: Value? { if case .value(let value) = self { value } else { nil } }

    /// The error, if it ended with one; none if it was called off.
    public var error: (any Error)? { if case .error(let error) = self { error } else { nil } }

    /// Why it was called off, if it was.
    public var cancellation: RequestError.Reason? {
        if case .cancelled(let reason) = self { reason } else { nil }
    }

    /// Whether it was called off, as a duplicate or otherwise.
    public var isCancelled: Bool { cancellation != nil }

    /// Whether it was refused as a duplicate, or was a stored read linked to a call that was.
    public var isDuplicate: Bool {
        switch cancellation {
        case .duplicate, .linkedCallDuplicate: true
        default: false
        }
    }

    /// The same outcome with another value.
    public func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> CallOutcome<Other> {
        switch self {
        case .value(let value): .value(try transform(value))
        case .error(let error): .error(error)
        case .cancelled(let reason): .cancelled(reason)
        }
    }
}

// MARK: - Results

extension CallOutcome {
    /// The outcome of a call with this result.
    ///
    /// `CancellationError` and the decisions of a coordinator that call a call off are ``cancelled(_:)``. A
    /// ``RequestError`` that came from behind a transport, or was made by hand, is an error like any other.
    public init(_ result: Result<Value, any Error>) {
        switch result {
        case .success(let value): self = .value(value)
        case .failure(is CancellationError): self = .cancelled(.cancelled)
        case .failure(let error as RequestError) where error.isDecision && error.reason.callsOff:
            self = .cancelled(error.reason)
        case .failure(let error): self = .error(error)
        }
    }

    /// What an awaited call would return or throw; one that was called off throws a ``RequestError`` with its reason.
    public var result: Result<Value, any Error> {
        switch self {
        case .value(let value): .success(value)
        case .error(let error): .failure(error)
        case .cancelled(let reason): .failure(RequestError.decision(reason))
        }
    }

    /// The outcome of what `body` returns or throws.
    init(of body: () async throws -> Value) async {
        do { self.init(.success(try await body())) } catch { self.init(.failure(error)) }
    }
}

extension RequestError.Reason {
    fileprivate var callsOff: Bool {
        isEnding || [.linkedCallCancelled, .linkedCallDuplicate, .linkedCallSucceeded].contains(self)
    }
}

// MARK: - Without the type

extension CallOutcome {
    /// The outcome without the type of its value.
    public var erased: CallOutcome<any Sendable> { map { $0 } }
}

extension CallOutcome where Value == any Sendable {
    /// The outcome with the type of its value.
    ///
    /// - Returns: A value of another type becomes an error with the reason ``RequestError/Reason/unexpectedType``; whatever
    ///   is no value stays what it is.
    public func typed<Other: Sendable>(as type: Other.Type = Other.self) -> CallOutcome<Other> {
        switch self {
        case .value(let value):
            (value as? Other).map { .value($0) } ?? .error(RequestError(.unexpectedType))
        case .error(let error): .error(error)
        case .cancelled(let reason): .cancelled(reason)
        }
    }
}
