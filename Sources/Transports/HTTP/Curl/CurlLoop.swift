#if CURL_ENGINE
    import CCurl
    import Foundation
    import RequestScheduler
    import Synchronization

    /// The one thread of a ``CurlEngine``: does what it is told, hands the sockets' news to libcurl, and sleeps in between.
    ///
    /// It is the engine's executor. A sleeping thread is woken through a descriptor, one that works looks again by itself.
    final class CurlLoop: SerialExecutor {
        enum Order: Sendable {
            case run(UnownedJob)
            case begin(CurlTransfer)
            case cancel(CurlTransfer)
            case resume(CurlTransfer)
            case stop
        }

        private struct State {
            var orders: [Order] = []
            var isAwake = true
        }

        private let state = Lock(State())
        private let bell = ccurl_make_bell()
        private let threadID = Atomic<UInt>(0)

        deinit {
            close(bell)
        }

        /// Starts the thread; it ends after ``Order/stop``.
        func start(serving engine: CurlEngine, maximumConnectionsPerHost: Int) {
            let thread = Thread { [weak engine] in
                Thread.current.name = "CurlEngine"
                Self.blockBrokenPipes()
                self.threadID.store(UInt(pthread_self()), ordering: .releasing)
                let multi = CurlMulti(bell: self.bell, maximumConnectionsPerHost: maximumConnectionsPerHost)
                self.run(multi) { engine }
            }
            thread.stackSize = 1 << 20
            thread.start()
        }

        /// Has the thread do something, after what it was told before; never blocks.
        func submit(_ order: Order) {
            let isAsleep = state.withLock { state in
                state.orders.append(order)
                defer { state.isAwake = true }
                return !state.isAwake
            }
            if isAsleep { ccurl_ring(bell) }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            submit(.run(UnownedJob(job)))
        }

        func checkIsolated() {
            precondition(UInt(pthread_self()) == threadID.load(ordering: .acquiring), "Not on the engine's thread")
        }

        private func run(_ multi: CurlMulti, serving engine: () -> CurlEngine?) {
            var orders: [Order] = []
            while true {
                // A transfer keeps its engine: without one there is nothing left to do but to stop, or to run last jobs.
                takeOrders(into: &orders)
                let isBusy = !orders.isEmpty
                if isBusy {
                    let engine = engine()
                    for order in orders {
                        switch order {
                        case .stop: return
                        case .run(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                        case .begin, .cancel, .resume:
                            // On its thread, which is what isolates the engine.
                            engine?.assumeIsolated { $0.perform(order, on: multi) }
                        }
                    }
                    orders.removeAll(keepingCapacity: true)
                }
                // After orders it only looks: however many come, the sockets have their turn.
                multi.wait(atMost: isBusy ? 0 : nil)
                if !isBusy { state.withLock { $0.isAwake = true } }
                guard let engine = engine() else { continue }
                multi.act()
                // As above.
                engine.assumeIsolated { $0.finishTransfers(of: multi) }
            }
        }

        /// A write to a connection that the peer has closed is an error here, not the signal that ends the process.
        ///
        /// libcurl is told to leave signals alone, and the TLS library below some versions of it writes without care.
        private static func blockBrokenPipes() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }

        /// Swaps the orders out; when there are none the thread counts as asleep from now on.
        private func takeOrders(into orders: inout [Order]) {
            state.withLock { state in
                swap(&state.orders, &orders)
                state.isAwake = !orders.isEmpty
            }
        }
    }
#endif
