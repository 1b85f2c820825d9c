/// What a transport says of one flight: any number of progress reports, then one end.
public enum TransportResult: Sendable {
    /// How far the transfer has come.
    case progress(TransferProgress)

    /// The payload, or why there is none.
    case finished(Result<any Sendable, any Error>)
}
