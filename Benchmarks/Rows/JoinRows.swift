import BenchmarkKit
import RequestScheduler

extension Row {
    /// Many callers of one flight: all come while it is out, then the one answer goes to each.
    static var joins: [Row] {
        let transport = HeldEcho()
        let coordinator = RequestCoordinator(transports: [transport])
        let gate = Gate()
        let singleflight = Singleflight(.held(gate))
        return [
            Row(
                name: "join, 1,000 callers of one flight",
                operations: 1_000,
                subject: timed { callers in
                    async let crowd: Void = Crowd.run(callers) { _ in
                        await use(1) { try await coordinator.response(for: Echo($0), duplicates: .join) }
                    }
                    while await coordinator.snapshot().first?.callers != callers { await Task.yield() }
                    while transport.held.count == 0 { await Task.yield() }
                    transport.held.answerAll()
                    await crowd
                },
                floor: Floor(
                    name: "singleflight",
                    workload: timed { callers in
                        async let crowd: Void = Crowd.run(callers) { _ in
                            await use(1) { try await singleflight.response(for: Echo($0)) }
                        }
                        while singleflight.followers != callers - 1 { await Task.yield() }
                        while gate.count == 0 { await Task.yield() }
                        gate.open()
                        await crowd
                    }
                ),
                cost: 8
            )
        ]
    }
}
