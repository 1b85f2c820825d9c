/// What became of a write.
public enum WriteOutcome: Sendable, Hashable {
    /// The entry is there.
    case written

    /// A newer write, or a removal that covers this one, came first.
    case superseded

    /// Its flight was cancelled before the store had claimed the write.
    case revoked
}
