/// How far a transfer has come, in bytes.
///
/// Newest wins, and the bytes counted never go back; what is expected may turn out otherwise.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes of the request sent so far.
    public var sent: Int64

    /// Bytes of the request in all, where known.
    public var expectedToSend: Int64?

    /// Bytes of the answer received so far.
    public var received: Int64

    /// Bytes of the answer in all, where known.
    public var expectedToReceive: Int64?

    /// Progress of these parts; nothing yet by default.
    public init(
        sent: Int64 = 0,
        expectedToSend: Int64? = nil,
        received: Int64 = 0,
        expectedToReceive: Int64? = nil
    ) {
        self.sent = sent
        self.expectedToSend = expectedToSend
        self.received = received
        self.expectedToReceive = expectedToReceive
    }

    /// This progress after `newer` was heard of: what it knows, never less than was known.
    func advanced(by newer: TransferProgress) -> TransferProgress {
        TransferProgress(
            sent: max(sent, newer.sent),
            expectedToSend: newer.expectedToSend ?? expectedToSend,
            received: max(received, newer.received),
            expectedToReceive: newer.expectedToReceive ?? expectedToReceive
        )
    }
}
