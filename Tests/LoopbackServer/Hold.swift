#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import RequestScheduler

/// A point where connections stop until the test lets them go on.
///
/// It is a pipe that gets one byte which nobody reads, so that a connection can wait for it and for its peer at once.
package final class Hold: Sendable {
    /// Readable once released.
    let descriptor: Int32

    private let writeEnd: Int32
    private let isReleased = Lock(false)

    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ServerFault("pipe", errno) }
        descriptor = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Lets every connection pass that waits here now or comes here later.
    package func release() {
        let isFirst = isReleased.withLock { isReleased in
            defer { isReleased = true }
            return !isReleased
        }
        guard isFirst else { return }
        var byte: UInt8 = 1
        while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
    }
}
