import BenchmarkKit
import RequestScheduler
import RequestStores

extension Row {
    /// What is stored, then what the network says, against a bare stream of two elements.
    static var streams: [Row] {
        let coordinator = RequestCoordinator(transports: [DirectEcho()], stores: [MemoryStore()])
        return [
            Row(
                name: "stream, stored then fetched",
                operations: 10,
                subject: calls { number in
                    var last = 0
                    for try await element in coordinator.responses(for: KeptEcho(number: number), link: .independent) {
                        last = element.value ?? 0
                    }
                    return last
                },
                floor: Floor(
                    name: "AsyncStream, two elements",
                    workload: calls { await stream(of: $0, count: 2) },
                    pace: 8
                )
            )
        ]
    }
}
