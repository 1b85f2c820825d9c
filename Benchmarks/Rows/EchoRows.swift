import BenchmarkKit
import RequestScheduler

extension Row {
    /// A round trip through the public interface in its default configuration, against singleflight over the same
    /// transport.
    static var echoes: [Row] {
        let direct = Calls(DirectEcho(), Singleflight(.direct))
        let parked = Calls(LoopEcho(), Singleflight(.loop(EchoLoop())))
        var rows = [
            direct.row("echo at once, 1 caller", callers: 1, operations: 200, target: 1.8, pace: 6),
            direct.row("echo at once, 64 callers", callers: 64, operations: 640, target: 2.0),
            direct.row("echo at once, 10,000 callers", callers: 10_000, operations: 20_000, target: 2.4),
            parked.row("echo parked, 1 caller", callers: 1, operations: 200, target: 1.7),
            parked.row("echo parked, 64 callers", callers: 64, operations: 640, target: 2.0),
            parked.row("echo parked, 10,000 callers", callers: 10_000, operations: 20_000, target: 2.4),
        ]
        rows[0].allocationTarget = 3
        rows[0].countsExactly = true
        rows[1].cost = 2
        rows[4].cost = 3
        rows[2].cost = 30
        rows[5].cost = 30
        return rows
    }

    /// A coordinator and its rival.
    private struct Calls {
        let product: Call
        let rival: Call

        init(_ transport: any Transport, _ singleflight: Singleflight) {
            let coordinator = RequestCoordinator(transports: [transport])
            product = { try await coordinator.response(for: Echo($0)) }
            rival = { try await singleflight.response(for: Echo($0)) }
        }

        func row(_ name: String, callers: Int, operations: Int, target: Double, pace: Int = 1) -> Row {
            Row(
                name: name,
                operations: operations,
                subject: callers == 1 ? planted : workload(product, by: callers),
                floor: Floor(name: "singleflight", workload: workload(rival, by: callers), pace: pace),
                target: target
            )
        }

        private var planted: Workload {
            Plant.into { [product] operations in
                for number in 0..<operations { await use(number, product) }
            }
        }

        private func workload(_ call: @escaping Call, by callers: Int) -> Workload {
            callers == 1 ? calls(call) : calls(by: callers, call)
        }
    }
}
