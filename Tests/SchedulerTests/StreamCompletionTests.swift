import Dispatch
import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Streams that are told of by closures.
@Suite(.timeLimit(.minutes(3)))
struct StreamCompletionTests {
    let transport = HeldTransport()
    let store = StubStore()

    private func makeCoordinator() -> RequestCoordinator {
        RequestCoordinator(transports: [transport], stores: [store])
    }

    private func put(_ value: Int, for request: Kept) async {
        await store.put(.value(Data("\(value)".utf8)), for: request.key, savedAt: Date(timeIntervalSince1970: 1000))
    }

    @Test func elementsComeInOrderAndBeforeTheEnd() async {
        await put(3, for: Kept(1))
        let coordinator = makeCoordinator()
        let (log, ended) = (Log<String>(), Counter())
        coordinator.responses(for: Kept(1), on: .queue(.global())) { element in
            if case .stored(let stored) = element { log.append("stored \(stored.value)") }
            if case .fetched(let value) = element { log.append("fetched \(value)") }
        } completion: { outcome in
            log.append(outcome.value == nil ? "failed" : "end")
            ended.increment()
        }
        await store.ended[.read]?.reach(1)
        while log.all.isEmpty { await Task.yield() }
        transport.succeed(0, 4)
        await ended.reach(1)
        #expect(log.all == ["stored 3", "fetched 4", "end"])
    }

    @Test func noElementIsToldOfAfterTheCancellation() async {
        await put(3, for: Kept(1))
        let coordinator = makeCoordinator()
        let (elements, ended) = (Counter(), Counter())
        let handle = Lock(CallHandle?.none)
        let gate = Gate()
        let transport = transport
        // Held until the test lets it go, on a queue of its own: what lands meanwhile is not told of.
        let target = CallbackTarget { job in
            Task {
                await gate.pass()
                job()
            }
        }
        let made = coordinator.responses(for: Kept(1), link: .independent, on: target) { _ in
            elements.increment()
            transport.succeed(0, 4)
            handle.withLock { $0 }?.cancel()
        } completion: { outcome in
            #expect(outcome.cancellation == .cancelled)
            ended.increment()
        }
        handle.withLock { $0 = made }
        await transport.started.reach(1)
        gate.open()
        await ended.reach(1)
        #expect(elements.value == 1)
    }
}
