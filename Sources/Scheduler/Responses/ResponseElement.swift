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

extension ResponseElement: Equatable where Value: Equatable {}
