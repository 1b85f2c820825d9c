public import RequestScheduler

/// A request that went through a ``RecordingTransport``, and what has become of it.
public struct RecordedRequest: Sendable {
    /// What has become of a request.
    public enum State: Sendable {
        /// It has started and not ended.
        case underway

        /// It was answered with a payload; whether that decodes is not known here.
        case succeeded

        /// It was answered with this error.
        case failed(any Error)

        /// It was cancelled before it was answered.
        case cancelled
    }

    /// What was sent.
    public let request: any Request

    /// What has become of it.
    public internal(set) var state: State

    /// Whether it was answered or cancelled.
    public var isEnded: Bool {
        if case .underway = state { false } else { true }
    }

    /// Whether it was cancelled before it was answered.
    public var isCancelled: Bool {
        if case .cancelled = state { true } else { false }
    }
}
