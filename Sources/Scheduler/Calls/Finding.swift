/// A value that a call found, and where.
enum Finding<Value: Sendable>: Sendable {
    case stored(Stored<Value>)
    case fetched(Value)

    var value: Value {
        switch self {
        case .stored(let stored): stored.value
        case .fetched(let value): value
        }
    }
}
