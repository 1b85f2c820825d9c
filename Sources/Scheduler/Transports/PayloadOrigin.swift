/// Where a payload that is to be decoded comes from.
public enum PayloadOrigin: Sendable, Hashable {
    /// From a transport just now: the value it finished with.
    case fresh

    /// From a store: the bytes of a ``RawPayload``, always `Data`.
    case restored
}
