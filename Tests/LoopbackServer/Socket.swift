#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The few socket calls the server needs, on loopback, with errors as values.
enum Socket {
    #if canImport(Darwin)
        private static let sendFlags: Int32 = 0
    #else
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// A listening socket on 127.0.0.1 and the port it got.
    static func listen(on port: UInt16) throws(ServerFault) -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw ServerFault("socket", errno) }
        setOption(SO_REUSEADDR, on: descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> String? in
                if bind(descriptor, address, size) != 0 { return "bind" }
                if listenForMany(descriptor) != 0 { return "listen" }
                return getsockname(descriptor, address, &size) == 0 ? nil : "getsockname"
            }
        }
        if let failed {
            let code = errno
            close(descriptor)
            throw ServerFault(failed, code)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection, or `nil` when there is none to take.
    static func accept(from listener: Int32) -> Int32? {
        #if canImport(Glibc)
            let descriptor = Glibc.accept(listener, nil, nil)
        #elseif canImport(Musl)
            let descriptor = Musl.accept(listener, nil, nil)
        #else
            let descriptor = Darwin.accept(listener, nil, nil)
        #endif
        guard descriptor >= 0 else { return nil }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            setOption(SO_NOSIGPIPE, on: descriptor)
        #endif
        return descriptor
    }

    /// Sends all of it; `false` when the peer is gone.
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = sendOnce(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// What has arrived, waiting for something if need be; empty at the end of the stream, `nil` when it broke.
    static func receive(from descriptor: Int32, atMost size: Int = 1 << 16) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var result = recv(descriptor, buffer.baseAddress, size, 0)
            while result < 0, errno == EINTR { result = recv(descriptor, buffer.baseAddress, size, 0) }
            failed = result < 0
            count = max(0, result)
        }
        return failed ? nil : bytes
    }

    /// Which of two descriptors has something to read, the second one first; `nil` after the time is up.
    static func poll(_ descriptor: Int32, _ other: Int32? = nil, for duration: Duration? = nil) -> Int32? {
        var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        if let other { entries.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
        let clock = ContinuousClock()
        let deadline = duration.map { clock.now.advanced(by: $0) }
        while true {
            let left = deadline.map { max(.zero, clock.now.duration(to: $0)) }
            let milliseconds = left.map { Int32(clamping: ($0.nanoseconds + 999_999) / 1_000_000) } ?? -1
            #if canImport(Glibc)
                let ready = Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
            #elseif canImport(Musl)
                let ready = Musl.poll(&entries, nfds_t(entries.count), milliseconds)
            #else
                let ready = Darwin.poll(&entries, nfds_t(entries.count), milliseconds)
            #endif
            if ready < 0, errno == EINTR { continue }
            return entries.last { $0.revents != 0 }?.fd
        }
    }

    /// Makes the next close a reset instead of an orderly end.
    static func resetOnClose(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Ends both directions, which wakes whoever waits on it.
    static func shutDown(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Ends what is sent, and leaves what comes.
    static func finishSending(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    private static func setOption(_ option: Int32, on descriptor: Int32) {
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func sendOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        #if canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #elseif canImport(Musl)
            Musl.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #else
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #endif
    }

    private static func listenForMany(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.listen(descriptor, 1024)
        #elseif canImport(Musl)
            Musl.listen(descriptor, 1024)
        #else
            Darwin.listen(descriptor, 1024)
        #endif
    }
}

extension Duration {
    /// Whole nanoseconds of it.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
