import RequestScheduler
import TestSupport
import Testing

/// Many callers on real threads: what no executor of one thread can bring about.
@Suite(.timeLimit(.minutes(2)))
struct StressTests {
    @Test(arguments: [false, true])
    func callersOnManyThreadsEachGetOneOutcome(storing: Bool) async {
        let transport = EagerTransport { request in
            let id = (request as? Kept)?.id ?? (request as? Get)?.id ?? 0
            return id == 4 ? .failure(Failure(4)) : .success(Text("\(id)"))
        }
        let store = StubStore()
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let outcomes = Log<Outcome>()
        let calls = 12_000
        await withDiscardingTaskGroup { group in
            for worker in 0..<32 {
                group.addTask {
                    for round in 0..<(calls / 32) {
                        outcomes.append(await Self.call(worker &* 31 &+ round, storing, coordinator))
                    }
                }
            }
            group.addTask {
                for round in 0..<200 {
                    _ =
                        await round.isMultiple(of: 2)
                        ? coordinator.cancel(type: Kept.self) : coordinator.cancel(Get(round % 5))
                    await Task.yield()
                }
            }
        }
        await coordinator.waitUntilIdle()
        #expect(outcomes.all.count == calls / 32 * 32)
        #expect(!outcomes.all.contains(.wrong))
        #expect(await coordinator.snapshot().isEmpty)
        await coordinator.shutDown()
    }

    private enum Outcome { case value, failed, decided, ownCancellation, wrong }

    private static func call(_ number: Int, _ storing: Bool, _ coordinator: RequestCoordinator) async -> Outcome {
        let id = number % 5
        let duplicates = [DuplicatePolicy.join, .join, .allow, .replace, .exclude][number / 5 % 5]
        let isCancelled = number.isMultiple(of: 3)
        let task = Task<Int?, any Error> {
            if !storing { return try await coordinator.response(for: Get(id), duplicates: duplicates) }
            guard number.isMultiple(of: 2) else {
                return try await coordinator.response(for: Kept(id), duplicates: duplicates)
            }
            var value: Int?
            for try await element in coordinator.responses(for: Kept(id), duplicates: duplicates) {
                value = element.value
            }
            return value
        }
        if isCancelled {
            for _ in 0..<(number % 7) { await Task.yield() }
            task.cancel()
        }
        switch await task.result {
        case .success(let value): return value == id ? .value : .wrong
        case .failure(is CancellationError): return isCancelled ? .ownCancellation : .wrong
        case .failure(let error as Failure): return error == Failure(4) && id == 4 ? .failed : .wrong
        case .failure(let error as RequestError):
            let isExpected = [.cancelled, .replaced, .duplicate].contains(error.reason)
            return isExpected ? .decided : .wrong
        case .failure: return .wrong
        }
    }
}
