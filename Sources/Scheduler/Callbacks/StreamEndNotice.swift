/// What a ``ResponseStreamDelegate`` is told of the end of a stream.
public struct StreamEndNotice: Sendable {
    /// The request that was called for.
    public let request: any Request

    /// The key it was called under.
    public let key: RequestKey?

    /// How the stream ended: after its last element, with an error, or called off.
    public let outcome: CallOutcome<Void>
}
