import Synchronization

/// A mutual-exclusion lock around one value: `Synchronization.Mutex`, made visible to the thread sanitizer.
///
/// On Linux the sanitizer does not see `Mutex` take and release its futex and reports every guarded access as a race.
/// Builds with `-D THREAD_SANITIZER` tell it; other builds carry nothing extra. Hold it for a few instructions: no user
/// code, no resumed continuation and no `await` belongs inside.
package struct Lock<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    #if THREAD_SANITIZER
        private let anchor = SanitizerAnchor()
    #endif

    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value.
    @inline(__always)
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if THREAD_SANITIZER
            try mutex.withLock { value throws(Failure) in
                anchor.acquire()
                defer { anchor.release() }
                return try body(&value)
            }
        #else
            try mutex.withLock(body)
        #endif
    }
}

#if THREAD_SANITIZER
    @_silgen_name("__tsan_acquire") private func sanitizerAcquire(_ address: UnsafeRawPointer)
    @_silgen_name("__tsan_release") private func sanitizerRelease(_ address: UnsafeRawPointer)

    /// An address that stands for the lock in the sanitizer's happens-before graph.
    private final class SanitizerAnchor: Sendable {
        func acquire() { sanitizerAcquire(Unmanaged.passUnretained(self).toOpaque()) }
        func release() { sanitizerRelease(Unmanaged.passUnretained(self).toOpaque()) }
    }
#endif
