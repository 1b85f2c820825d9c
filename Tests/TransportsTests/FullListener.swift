#if os(Linux)
    import Foundation

    /// A listener on loopback that takes no connection and whose queue is full, so that whoever comes waits.
    final class FullListener: Sendable {
        struct Failure: Error {}

        let url: String
        private let descriptors: [Int32]

        init() throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            var waiting: [Int32] = []
            try withUnsafeMutablePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    guard bind(listener, address, size) == 0, listen(listener, 0) == 0,
                        getsockname(listener, address, &size) == 0
                    else { throw Failure() }
                    for _ in 0..<4 {
                        let peer = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
                        _ = connect(peer, address, size)
                        waiting.append(peer)
                    }
                }
            }
            descriptors = [listener] + waiting
            url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        }

        deinit {
            for descriptor in descriptors { close(descriptor) }
        }
    }
#endif
