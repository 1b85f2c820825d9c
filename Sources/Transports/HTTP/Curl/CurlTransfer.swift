#if CURL_ENGINE
    import CCurl
    import Foundation
    import RequestScheduler
    import Synchronization

    /// One exchange on its way through libcurl: what its callbacks do.
    ///
    /// Unchecked, because what changes in it is touched on the loop's thread alone: other threads set the flag, which is
    /// atomic, and hand it over through the loop's queue.
    final class CurlTransfer: HTTPTransfer, @unchecked Sendable {
        let exchange: HTTPExchange
        private let loop: CurlLoop
        private let cancellation = Atomic(false)
        private(set) var handle: CurlHandle?
        private var engine: CurlEngine?
        private var receiver: (any HTTPEngineReceiver)?
        private var head = HTTPHeadParser()
        private var attempts = 0
        private var isPaused = false
        private var offset = 0
        private var source: UploadChannel?
        private var failure: HTTPTransportError?

        init(
            _ exchange: HTTPExchange,
            of engine: CurlEngine,
            on loop: CurlLoop,
            informing receiver: any HTTPEngineReceiver
        ) {
            self.exchange = exchange
            self.engine = engine
            self.loop = loop
            self.receiver = receiver
        }

        /// The transfer a callback is about; the handle keeps it.
        static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
            // Set before every start.
            guard let context else { preconditionFailure("A callback without its transfer") }
            return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        }

        var isCancelled: Bool { cancellation.load(ordering: .relaxed) }

        func cancel() {
            guard !cancellation.exchange(true, ordering: .relaxed) else { return }
            loop.submit(.cancel(self))
        }

        func resume() {
            loop.submit(.resume(self))
        }

        // MARK: On the loop's thread

        func begin(on handle: CurlHandle) {
            self.handle = handle
            openSource()
            // Balanced in `end`: libcurl has no more than a pointer.
            _ = Unmanaged.passRetained(self)
        }

        func end(_ outcome: CurlOutcome) {
            let isBegun = handle != nil
            handle = nil
            source?.close()
            source = nil
            let (receiver, engine) = (receiver, engine)
            self.receiver = nil
            self.engine = nil
            if let timings = outcome.timings { receiver?.receive(.timings(timings)) }
            receiver?.receive(.ended(error(for: outcome)))
            if isBegun { Unmanaged.passUnretained(self).release() }
            // Released last: with it go the connections.
            withExtendedLifetime(engine) {}
        }

        func unpause() {
            guard isPaused, let handle else { return }
            isPaused = false
            curl_easy_pause(handle.easy, CURLPAUSE_CONT)
        }

        /// Whether a kept connection died under it and libcurl sent it again on another one.
        var isRetried: Bool { attempts > 1 }

        func connected() {
            attempts += 1
            receiver?.receive(.connected)
        }

        /// Takes a line of a head in; 0 breaks the transfer off.
        func receivedLine(_ line: UnsafeRawBufferPointer) -> Int {
            switch head.receive(line) {
            case .incomplete, .trailer: break
            case .malformed: return 0
            case .interim: receiver?.receive(.interim)
            case .head(let head): receiver?.receive(.head(head))
            }
            return isCancelled ? 0 : line.count
        }

        func received(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard let receiver, !isCancelled else { return 0 }
            if receiver.receive(.body(bytes)) { return bytes.count }
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }

        func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            if isCancelled { return Int(CURL_READFUNC_ABORT) }
            if let source { return send(from: source, into: buffer) }
            guard let body = exchange.body else { return Int(CURL_READFUNC_ABORT) }
            let count = min(buffer.count, body.count - offset)
            guard count > 0 else { return 0 }
            let start = body.startIndex + offset
            body.copyBytes(to: buffer, from: start..<start + count)
            offset += count
            receiver?.receive(.sent(Int64(offset), of: Int64(body.count)))
            return count
        }

        private func send(from source: UploadChannel, into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let length = exchange.upload?.length
            switch source.pull(into: buffer) {
            case .bytes(let count):
                offset += count
                guard offset <= length ?? .max else { return fail(HTTPTransportError(.bodyFailed)) }
                receiver?.receive(.sent(Int64(offset), of: length.map(Int64.init)))
                return count
            case .nothing:
                isPaused = true
                receiver?.receive(.waitsForBody)
                return Int(CURL_READFUNC_PAUSE)
            case .end:
                guard offset == length ?? offset else { return fail(HTTPTransportError(.bodyFailed)) }
                receiver?.receive(.sent(Int64(offset), of: Int64(offset)))
                return 0
            case .failure(let error): return fail(error)
            }
        }

        private func fail(_ error: HTTPTransportError) -> Int {
            failure = error
            return Int(CURL_READFUNC_ABORT)
        }

        private func openSource() {
            source?.close()
            source = exchange.upload.map { upload in
                UploadChannel(upload) { [weak self] in self?.resume() }
            }
        }

        /// Sends the body again, on another connection than the one that died.
        func rewind(to offset: curl_off_t, from origin: Int32) -> Int32 {
            if source != nil, origin == SEEK_SET, offset == 0 {
                if self.offset > 0 {
                    guard exchange.upload?.isReplayable == true else { return CURL_SEEKFUNC_CANTSEEK }
                    openSource()
                }
                self.offset = 0
                return CURL_SEEKFUNC_OK
            }
            guard origin == SEEK_SET, let size = exchange.body?.count, 0...size ~= Int(offset) else {
                return CURL_SEEKFUNC_CANTSEEK
            }
            self.offset = Int(offset)
            return CURL_SEEKFUNC_OK
        }

        private func error(for outcome: CurlOutcome) -> HTTPTransportError? {
            if isCancelled { return HTTPTransportError(.cancelled) }
            if let failure { return failure }
            if head.isMalformed { return HTTPTransportError(.malformedResponse) }
            // libcurl takes a head that breaks off for a whole one.
            if outcome.isSuccess, !head.isComplete { return HTTPTransportError(.connectionLost) }
            return outcome.error(isConnected: attempts > 0, afterHead: head.isComplete)
        }
    }
#endif
