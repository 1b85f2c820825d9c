#if CURL_ENGINE
    import CCurl
    import Foundation

    /// libcurl's transfers together with the sockets and the timer they wait for.
    ///
    /// Unchecked, because it is made, used and released on the loop's thread alone, which also runs the engine it is lent to.
    final class CurlMulti: @unchecked Sendable {
        private let multi: UnsafeMutableRawPointer
        private let epoll = ccurl_make_epoll()
        private let bell: Int32
        private var timer: UInt64?
        private var ready = [ccurl_ready](repeating: ccurl_ready(), count: 64)
        private var readyCount = 0

        init(bell: Int32, maximumConnectionsPerHost: Int) {
            self.bell = bell
            guard let multi = curl_multi_init() else {
                // As when any other allocation fails.
                fatalError("libcurl could not be started")
            }
            self.multi = multi
            let connections = max(1, min(maximumConnectionsPerHost, 1 << 20))
            _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
            // How many idle ones are kept; the number of those in use does not count against it.
            _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(connections, 64))
            _ = ccurl_watch(epoll, bell, CURL_POLL_IN)
            let context = Unmanaged.passUnretained(self).toOpaque()
            _ = ccurl_multi_watch(multi, Self.watch, Self.setTimer, context)
        }

        deinit {
            curl_multi_cleanup(multi)
            close(epoll)
        }

        func add(_ handle: CurlHandle) -> Bool {
            curl_multi_add_handle(multi, handle.easy) == CURLM_OK
        }

        func remove(_ handle: CurlHandle) {
            curl_multi_remove_handle(multi, handle.easy)
        }

        /// Sleeps until a socket is ready, the timer is due, the bell rings or so many milliseconds are over.
        func wait(atMost limit: Int32?) {
            readyCount = max(0, Int(ccurl_wait(epoll, &ready, Int32(ready.count), limit ?? timeLeft)))
        }

        /// Lets libcurl act on what has come.
        func act() {
            var running: Int32 = 0
            for index in 0..<readyCount {
                let socket = ready[index]
                guard socket.descriptor != bell else {
                    ccurl_silence(bell)
                    continue
                }
                curl_multi_socket_action(multi, socket.descriptor, socket.what, &running)
            }
            readyCount = 0
            if let timer, timer <= Self.now {
                self.timer = nil
                curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
            }
        }

        /// The next transfer that has ended by itself.
        func nextEnded() -> (transfer: CurlTransfer, result: CURLcode)? {
            var result = CURLE_OK
            guard let easy = ccurl_multi_next_done(multi, &result) else { return nil }
            var context: UnsafeMutableRawPointer?
            ccurl_get_pointer(easy, CURLINFO_PRIVATE, &context)
            guard let context else { return nil }
            return (Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue(), result)
        }

        private var timeLeft: Int32 {
            guard let timer else { return -1 }
            let now = Self.now
            // Rounded up, so that the timer is due when the sleep is over.
            return timer <= now ? 0 : Int32(clamping: (timer - now + 999_999) / 1_000_000)
        }

        private static var now: UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }

        private static let watch: ccurl_socket_function = { _, socket, what, context, _ in
            guard let context else { return -1 }
            let multi = Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue()
            guard what != CURL_POLL_REMOVE else {
                ccurl_unwatch(multi.epoll, socket)
                return 0
            }
            return ccurl_watch(multi.epoll, socket, what)
        }

        private static let setTimer: ccurl_timer_function = { _, milliseconds, context in
            guard let context else { return -1 }
            let multi = Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue()
            multi.timer = milliseconds < 0 ? nil : CurlMulti.now + UInt64(milliseconds) * 1_000_000
            return 0
        }
    }
#endif
