public import Synchronization

/// A mutual-exclusion lock around one value: `Synchronization.Mutex`, made visible to the thread sanitizer.
///
/// On Linux the sanitizer does not see `Mutex` take and release its futex and reports every guarded access as a race.
/// Builds with `-D THREAD_SANITIZER` tell it; other builds carry nothing extra. Hold it for a few instructions: no user
/// code, no resumed continuation and no `await` belongs inside. Inlinable, so that other modules pay no more than this one;
/// that takes `@usableFromInline` on the type as well, or its members are called unspecialized there.
@usableFromInline
package struct Lock<Value>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    #if THREAD_SANITIZER
        @usableFromInline let anchor = SanitizerAnchor()
    #endif

    @inlinable
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value.
    @inlinable @inline(__always)
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
    @usableFromInline
    final class SanitizerAnchor: Sendable {
        @usableFromInline init() {}
        @usableFromInline
        func acquire() { sanitizerAcquire(Unmanaged.passUnretained(self).toOpaque()) }
        @usableFromInline
        func release() { sanitizerRelease(Unmanaged.passUnretained(self).toOpaque()) }
    }
#endif
