/// One element of a stream of responses.
public enum ResponseElement<Value: Sendable>: Sendable {
    /// The stored value and the time it was saved.
    case stored(Stored<Value>)

    /// How far the transfer has come. Newest wins; only where it was asked for.
    case progress(TransferProgress)

    /// The network's value.
    case fetched(Value)

    /// The value, stored or fetched; `nil` for progress.
    public var value: Value? {
        switch self {
        case .stored(let stored): stored.value
        case .fetched(let value): value
        case .progress: nil
        }
    }
}

// MARK: - Without the type

extension ResponseElement {
    /// The element without the type of its value.
    public var erased: ResponseElement<any Sendable> {
        switch self {
        case .stored(let stored): .stored(Stored(value: stored.value, savedAt: stored.savedAt))
        case .progress(let progress): .progress(progress)
        case .fetched(let value): .fetched(value)
        }
    }
}

extension ResponseElement where Value == any Sendable {
    /// The element with the type of its value; `nil` if that is of another type.
    public func typed<Other: Sendable>(as type: Other.Type = Other.self) -> ResponseElement<Other>? {
        switch self {
        case .stored(let stored):
            (stored.value as? Other).map { .stored(Stored(value: $0, savedAt: stored.savedAt)) }
        case .progress(let progress): .progress(progress)
        case .fetched(let value): (value as? Other).map { .fetched($0) }
        }
    }
}

extension ResponseElement: Equatable where Value: Equatable {}
