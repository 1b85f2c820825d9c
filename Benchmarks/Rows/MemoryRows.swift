import BenchmarkKit
import CAllocations
import RequestScheduler

extension Row {
    /// What a request costs while it waits, against a task that waits for nothing in particular.
    static var memory: [Row] {
        let transport = HeldEcho()
        let coordinator = RequestCoordinator(transports: [transport])
        let gate = Gate()
        let callers = 100_000
        return [
            Row(
                name: "memory, 100,000 in flight, each",
                operations: callers,
                subject: heap(
                    of: { _ = try? await coordinator.response(for: Echo($0)) },
                    reserving: { transport.held.reserve($0) },
                    until: { transport.held.count == $0 },
                    ending: { transport.held.answerAll() }
                ),
                floor: Floor(
                    name: "parked task",
                    workload: heap(
                        of: { _ in await gate.pass() },
                        reserving: { gate.reserve($0) },
                        until: { gate.count == $0 },
                        ending: { gate.open() }
                    )
                ),
                target: 2,
                unit: .bytes,
                cost: 100
            )
        ]
    }

    /// The heap that so many callers hold while all of them wait.
    private static func heap(
        of body: @escaping @Sendable (_ caller: Int) async -> Void,
        reserving reserve: @escaping @Sendable (Int) -> Void,
        until isFull: @escaping @Sendable (Int) -> Bool,
        ending end: @escaping @Sendable () -> Void
    ) -> Workload {
        { callers in
            reserve(callers)
            heap_trim()
            let before = heap_in_use()
            async let crowd: Void = Crowd.run(callers, body)
            while !isFull(callers) { await Task.yield() }
            // The last ones have been seen by the transport and are about to wait.
            for _ in 0..<100 { await Task.yield() }
            let held = Double(heap_in_use()) - Double(before)
            end()
            await crowd
            return Sample(value: held / Double(callers), cpu: 0, allocations: 0, bytes: 0)
        }
    }
}
