import Dispatch

/// Runs what may wait for the disk, and never holds a thread of the cooperative pool meanwhile.
func withBlockingThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(HTTPTransportError) -> Value
) async throws(HTTPTransportError) -> Value {
    let result = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(returning: Result { () throws(HTTPTransportError) in try body() })
        }
    }
    return try result.get()
}
