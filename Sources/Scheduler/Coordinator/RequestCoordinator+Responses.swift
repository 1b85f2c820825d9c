extension RequestCoordinator {
    /// What is stored for a request, then what the network says.
    ///
    /// - Parameters:
    ///   - request: What to ask for. One that is not stored gives only the network's value.
    ///   - key: A name to match the call by instead of the request's identity, across request types.
    ///   - duplicates: What to do about equal calls in flight; refused as a duplicate, the stored value may still come.
    ///   - link: What the stored read gives if the network lands first.
    ///   - maximumAge: A stored value this old, or older, is not wanted; `nil` wants every one.
    ///   - includingProgress: Whether the sequence has elements for progress.
    /// - Returns: A sequence that begins both at its first `next()`; see ``ResponseSequence``.
    public nonisolated func responses<R: Request>(
        for request: R,
        key: RequestKey? = nil,
        duplicates: DuplicatePolicy = .allow,
        link: StoreLink = .dependSuccessResult,
        maximumAge: Duration? = nil,
        includingProgress: Bool = false
    ) -> ResponseSequence<R> {
        let call = ResponseStream<R>.Call(
            request: request,
            key: key,
            duplicates: duplicates,
            link: link,
            maximumAge: maximumAge,
            wantsProgress: includingProgress
        )
        return ResponseSequence(ResponseStream(call, path: path))
    }
}
