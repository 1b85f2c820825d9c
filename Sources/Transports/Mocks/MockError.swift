/// What a mock cannot do.
public enum MockError: Error, Sendable, Hashable {
    /// The payload to decode is not one that this transport gives for this request.
    case unexpectedPayload

    /// The answers that were registered for the request have all been given.
    case noAnswerLeft

    /// The request is not the one that the transport serves.
    case unsupportedRequest
}
