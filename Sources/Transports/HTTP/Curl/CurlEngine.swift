#if CURL_ENGINE
    import CCurl
    import Foundation

    /// Moves bytes by libcurl, all transfers on one thread, which is the actor's executor.
    ///
    /// Easy handles are kept with their settings and used again; connections belong to the thread and outlive them. Orders
    /// come through the loop's queue, so that a request costs no task. Released, it ends its thread and closes what is open.
    package actor CurlEngine: HTTPEngine {
        private nonisolated let loop = CurlLoop()
        private nonisolated let options: CurlOptions
        private var idleHandles: [CurlHandle] = []
        private var lastFields: CurlHeaderList?

        /// What is kept for the next burst; beyond it handles are freed.
        private static let maximumIdleHandles = 128

        package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        package nonisolated var canPause: Bool { true }
        package nonisolated var contentCoding: HTTPContentCoding { .transport }

        package init(_ options: CurlOptions = CurlOptions()) {
            _ = CurlHandle.library
            self.options = options
            loop.start(serving: self, maximumConnectionsPerHost: options.maximumConnectionsPerHost)
        }

        deinit {
            // Transfers keep the engine, so none runs now and none can be added.
            loop.submit(.stop)
        }

        package nonisolated func start(
            _ exchange: HTTPExchange,
            informing receiver: any HTTPEngineReceiver
        ) -> any HTTPTransfer {
            let transfer = CurlTransfer(exchange, of: self, on: loop, informing: receiver)
            loop.submit(.begin(transfer))
            return transfer
        }

        func perform(_ order: CurlLoop.Order, on multi: CurlMulti) {
            switch order {
            case .begin(let transfer): begin(transfer, on: multi)
            case .cancel(let transfer):
                guard let handle = transfer.handle else { return }
                multi.remove(handle)
                end(transfer, result: CURLE_ABORTED_BY_CALLBACK)
            case .resume(let transfer): transfer.unpause()
            case .run, .stop: break
            }
        }

        func finishTransfers(of multi: CurlMulti) {
            while let (transfer, result) = multi.nextEnded() {
                if let handle = transfer.handle { multi.remove(handle) }
                end(transfer, result: result)
            }
        }

        private func begin(_ transfer: CurlTransfer, on multi: CurlMulti) {
            guard !transfer.isCancelled else { return transfer.end(.aborted(by: .cancelled)) }
            guard let handle = idleHandles.popLast() ?? CurlHandle(options) else {
                return transfer.end(.aborted(by: .unsupportedOption))
            }
            handle.prepare(for: transfer, fields: fields(of: transfer.exchange))
            transfer.begin(on: handle)
            guard multi.add(handle) else { return end(transfer, result: CURLE_FAILED_INIT) }
        }

        private func end(_ transfer: CurlTransfer, result: CURLcode) {
            guard let handle = transfer.handle else { return }
            let outcome = CurlOutcome(result, of: handle)
            handle.clear()
            // A handle counts what it retries over all its transfers, and gives up at the sixth: one that may have is not kept.
            let isFresh = result == CURLE_OK && !transfer.isRetried
            if isFresh, idleHandles.count < Self.maximumIdleHandles { idleHandles.append(handle) }
            transfer.end(outcome)
        }

        /// Requests of one transport mostly have the same fields: the list is made once for them.
        private func fields(of exchange: HTTPExchange) -> CurlHeaderList {
            if let lastFields, lastFields.holds(exchange) { return lastFields }
            let fields = CurlHeaderList(exchange)
            lastFields = fields
            return fields
        }
    }
#endif
